// Base styles of the table: type, lists, buttons, numbers with icons, tints.
import { css } from "lit";

/** The base of all other styles. */
export const base = css`
  :host {
    display: block;
    container-type: inline-size;
    font-size: 0.875rem;
    line-height: 1.3;
    color: var(--ink);
    --pearl: light-dark(#fffdf5, #d9dde6);
    --crab: light-dark(#a63419, #ff9b82);
    --shellfish: light-dark(#2b6b3a, #86d79a);
    --jellyfish: light-dark(#7c2f8f, #dfa0f0);
    --squid: light-dark(#1f5aa0, #8cc0ff);
    --seahorse: light-dark(#80590a, #f0c766);
    --kraken: light-dark(#4a3f6b, #bcb0e6);
    --monster: light-dark(#3d4148, #c3c8d1);
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  h2,
  h3 {
    margin: 0;
    font-family: var(--font-title);
    font-size: 1rem;
    line-height: 1.2;
  }
  h3 {
    font-size: 0.9rem;
    margin-top: 0.4rem;
  }
  p,
  dl,
  dd {
    margin: 0;
  }
  ul,
  ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  :focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
    z-index: 3;
  }
  h2:focus-visible {
    outline-offset: 0;
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .soft {
    color: var(--ink-soft);
  }
  .emblem {
    width: 1.15em;
    height: 1.15em;
    flex: none;
    vertical-align: -0.2em;
  }
  .figure,
  .row-of {
    display: inline-flex;
    align-items: center;
    gap: 0.2em;
    position: relative;
    white-space: nowrap;
  }
  .of-crab {
    --tint: var(--crab);
  }
  .of-shellfish {
    --tint: var(--shellfish);
  }
  .of-jellyfish {
    --tint: var(--jellyfish);
  }
  .of-squid {
    --tint: var(--squid);
  }
  .of-seahorse {
    --tint: var(--seahorse);
  }
  .of-kraken {
    --tint: var(--kraken);
  }
  .of-monster {
    --tint: var(--monster);
  }
  .guild-military {
    --tint: var(--crab);
  }
  .guild-merchant {
    --tint: var(--shellfish);
  }
  .guild-mage {
    --tint: var(--jellyfish);
  }
  .guild-politician {
    --tint: var(--squid);
  }
  .guild-farmer {
    --tint: var(--seahorse);
  }
  .guild-smuggler {
    --tint: var(--kraken);
  }
  .guild-ambassador {
    --tint: var(--monster);
  }
  [class*="of-"] > .emblem,
  [class*="guild-"] > .emblem,
  .chip.lord > span > .emblem,
  .card.lord > .head > .emblem {
    color: var(--tint, inherit);
  }
  .badge {
    display: inline-flex;
    align-items: center;
    gap: 0.2em;
    padding: 0 0.45em;
    border: 1px solid currentColor;
    border-radius: 1em;
    font-size: 0.75rem;
    white-space: nowrap;
  }
  .badge.now {
    color: var(--turn);
    font-weight: 700;
  }
  button {
    font: inherit;
    color: inherit;
    cursor: pointer;
  }
  .do,
  .quiet {
    display: inline-flex;
    align-items: center;
    min-height: 2.25rem;
    padding: 0.25rem 0.8rem;
    border: 2px solid var(--accent);
    border-radius: var(--radius);
    background: var(--surface);
    text-align: start;
  }
  .do {
    font-weight: 600;
  }
  .quiet {
    border: 1px solid var(--line);
  }
  .do.main {
    background: var(--accent);
    color: var(--on-accent);
  }
  .do:hover,
  .quiet:hover {
    background: var(--accent-soft);
    color: var(--ink);
  }
  [aria-disabled="true"] {
    cursor: progress;
  }
  .do[aria-disabled="true"],
  .act[aria-disabled="true"] {
    border-style: dashed;
  }
  .refusal {
    padding: 0.4rem 0.7rem;
    border: 1px solid var(--bad);
    border-left-width: 0.4rem;
    border-radius: var(--radius);
    background: var(--bad-soft);
    color: var(--bad);
  }
  .term {
    text-decoration: underline dotted;
    text-decoration-thickness: 0.1em;
    text-underline-offset: 0.2em;
  }
`;

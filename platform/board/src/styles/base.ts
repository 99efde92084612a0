// Base styles of a board: type, lists, buttons, figures, and the tip. A board sets `--heading`, its
// typeface, and `--gold`, the colour of frames.
import { css } from "lit";

/** The base of all other styles. */
export const base = css`
  :host {
    display: block;
    /* Named, so that what lies in a container of a board's own is not taken for the whole board. */
    container: board / inline-size;
    font-size: 0.875rem;
    line-height: 1.3;
    color: var(--ink);
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
    font-family: var(--heading);
    font-size: 1.1rem;
    font-weight: 700;
    line-height: 1.15;
  }
  h3 {
    font-size: 1rem;
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
    outline-offset: 1px;
    z-index: 4;
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
    font-weight: 400;
  }
  .symbol {
    width: 1.1em;
    height: 1.1em;
    flex: none;
    fill: currentColor;
    vertical-align: -0.18em;
  }
  .symbol.stroked {
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .figure {
    position: relative;
    display: inline-flex;
    align-items: center;
    gap: 0.2em;
    white-space: nowrap;
  }
  .name.name.numbered {
    display: flex;
  }
  .numbered > .text {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .numbered > .number {
    flex: none;
    white-space: pre;
  }
  button {
    font: inherit;
    color: inherit;
    cursor: pointer;
  }
  .do,
  .quiet {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.4em;
    min-height: 1.9rem;
    padding: 0.15rem 0.6rem;
    border: 1.5px solid var(--gold);
    border-radius: 0.4rem;
    background: var(--surface);
    text-align: start;
  }
  .do {
    font-size: 0.84rem;
    font-weight: 600;
  }
  .quiet {
    min-height: 1.7rem;
    border: 1px solid var(--line);
    font-size: 0.8rem;
  }
  .do.main {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
  }
  .do:hover,
  .quiet:hover {
    background: var(--accent-soft);
    color: var(--ink);
  }
  .do[aria-disabled="true"] {
    border-style: dashed;
    cursor: progress;
  }
  .price {
    display: inline-flex;
    align-items: center;
    gap: 0.1em;
    font-weight: 700;
  }
  .refusal {
    padding: 0.4rem 0.7rem;
    border: 1px solid var(--bad);
    border-left-width: 0.4rem;
    border-radius: var(--radius);
    background: var(--bad-soft);
    color: var(--bad);
  }
  .act,
  .about {
    position: absolute;
    padding: 0;
    border: 0;
    background: none;
    scroll-margin-block: 0.5rem calc(var(--dock, 0px) + 0.5rem);
  }
  .act {
    inset: -2px;
    z-index: 2;
    min-width: 24px;
    min-height: 24px;
    border: 3px solid var(--choice, var(--gold));
    border-radius: 0.45rem;
    box-shadow:
      0 0 0 1px var(--surface),
      0 0 9px 1px var(--choice, var(--gold));
  }
  .act:hover {
    background: color-mix(in srgb, var(--gold) 25%, transparent);
  }
  .act[aria-disabled="true"] {
    border-style: dashed;
    box-shadow: none;
    cursor: progress;
  }
  .about {
    inset: 0;
    width: 100%;
    height: 100%;
    border-radius: inherit;
  }
  .about > span {
    display: none;
  }
  .act ~ .about {
    inset: 0 0 auto auto;
    z-index: 3;
    width: 24px;
    height: 24px;
  }
  .act ~ .about > span {
    position: absolute;
    inset: 2px 2px auto auto;
    display: grid;
    place-items: center;
    width: 1rem;
    height: 1rem;
    border-radius: 50%;
    background: #fffdf5;
    color: #33291a;
    font:
      italic 700 0.75rem/1 Georgia,
      serif;
  }
  .tip {
    position: fixed;
    inset: auto;
    top: 0;
    left: 0;
    width: max-content;
    max-width: min(20rem, calc(100vw - 1rem));
    margin: 0;
    padding: 0.4rem 0.6rem;
    border: 1px solid var(--gold);
    border-radius: 0.4rem;
    background: var(--surface);
    color: var(--ink);
    box-shadow: 0 4px 14px #0005;
    pointer-events: none;
  }
  .tip > strong {
    display: block;
    font-family: var(--heading);
    font-size: 1.05rem;
  }
  .tip > strong:empty {
    display: none;
  }
`;

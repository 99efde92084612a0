// The styles of buttons, fields, links, panels and lists in every element of the page.
import { css } from "lit";

/** Goes first in an element's `static styles`. */
export const sharedStyles = css`
  :host {
    display: block;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  h1,
  h2,
  h3 {
    font-family: var(--font-title);
    line-height: 1.2;
    margin: 0 0 0.5em;
    text-wrap: balance;
  }
  h1 {
    font-size: 1.75rem;
  }
  h2 {
    font-size: 1.25rem;
  }
  h3 {
    font-size: 1.05rem;
  }
  p {
    margin: 0 0 0.75em;
  }
  a {
    color: var(--accent);
  }
  :focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
  }
  button,
  .button {
    font: inherit;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.4em;
    min-height: 2.5rem;
    padding: 0.35rem 0.9rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--ink);
    text-decoration: none;
    cursor: pointer;
  }
  button:hover:not(:disabled),
  .button:hover {
    border-color: var(--accent);
    background: var(--accent-soft);
  }
  button:disabled {
    cursor: not-allowed;
    opacity: 0.55;
  }
  button[aria-disabled="true"] {
    cursor: progress;
    opacity: 0.55;
  }
  button.main,
  .button.main {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--on-accent);
    font-weight: 600;
  }
  button.main:hover:not(:disabled),
  .button.main:hover {
    background: var(--accent);
    filter: brightness(1.1);
  }
  button.plain {
    border-color: transparent;
    background: none;
    color: var(--accent);
    text-decoration: underline;
  }
  input,
  select,
  textarea {
    font: inherit;
    min-height: 2.5rem;
    max-width: 100%;
    padding: 0.35rem 0.6rem;
    border: 1px solid var(--ink-soft);
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--ink);
  }
  input[type="checkbox"],
  input[type="radio"] {
    flex: none;
    min-height: 0;
    width: 1.2rem;
    height: 1.2rem;
    accent-color: var(--accent);
  }
  label {
    display: block;
    font-weight: 600;
  }
  fieldset {
    margin: 0 0 var(--space);
    padding: 0.5rem 0.9rem 0.9rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    min-width: 0;
  }
  legend {
    padding: 0 0.4em;
    font-weight: 600;
  }
  .panel {
    padding: var(--space);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
    box-shadow: var(--shadow);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.6rem;
  }
  .stack {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space);
  }
  .soft {
    color: var(--ink-soft);
  }
  .badge {
    display: inline-block;
    padding: 0 0.5em;
    border: 1px solid currentColor;
    border-radius: 1em;
    font-size: 0.85em;
  }
  .turn {
    color: var(--turn);
    font-weight: 700;
  }
  .refusal {
    padding: 0.6rem 0.9rem;
    border: 1px solid var(--bad);
    border-left-width: 0.4rem;
    border-radius: var(--radius);
    background: var(--bad-soft);
    color: var(--bad);
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  ul.plain,
  ol.plain {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  table {
    border-collapse: collapse;
  }
  th,
  td {
    padding: 0.3rem 0.6rem;
    border-bottom: 1px solid var(--line);
    text-align: start;
  }
  .scroll {
    overflow-x: auto;
  }
`;

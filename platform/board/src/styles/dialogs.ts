// The dialogs.
import { css } from "lit";

/** The styles of dialogs. */
export const dialogs = css`
  dialog {
    width: min(36rem, calc(100vw - 1.5rem));
    padding: 0;
    border: 2px solid var(--gold);
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--ink);
    font-size: 1rem;
    line-height: 1.45;
  }
  dialog::backdrop {
    background: #0009;
  }
  .sheet {
    display: grid;
    gap: 0.7rem;
    padding: 1rem;
  }
  .sheet > button.quiet {
    justify-self: start;
    padding-inline: 1rem;
  }
  .sheet h2 {
    font-size: 1.5rem;
  }
  .sheet h2:focus-visible {
    outline: none;
  }
  .described {
    display: flow-root;
  }
  .described > * + * {
    margin-block: 0 0.6rem;
  }
  .large {
    --w: 8.5rem;
    float: left;
    margin: 0.2rem 1.1rem 0.6rem 0.2rem;
  }
  .described > .facts {
    clear: left;
  }
  .facts {
    display: grid;
    gap: 0.4rem;
  }
  .facts > li {
    padding-left: 1.7em;
    text-indent: -1.7em;
  }
  .facts > li > .symbol {
    margin-right: 0.35em;
    color: var(--gold);
    width: 1.25em;
    height: 1.25em;
  }
  .sheet dl {
    display: grid;
    gap: 0.1rem;
  }
  .sheet dt {
    margin-top: 0.4rem;
    font-weight: 600;
    color: var(--ink-soft);
    font-size: 0.875rem;
  }
  .card-list {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 0.9rem;
  }
  .gem-card {
    margin-right: 0.5rem;
  }
  .settings {
    display: grid;
    gap: 0.6rem;
  }
  .setting {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    min-height: 1.75rem;
  }
  .setting > input[type="checkbox"] {
    flex: none;
    width: 1.2rem;
    height: 1.2rem;
    accent-color: var(--accent);
  }
  .setting > input[type="range"] {
    flex: 1;
    min-width: 0;
    accent-color: var(--accent);
  }
`;

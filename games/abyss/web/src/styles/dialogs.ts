// The dialogs.
import { css } from "lit";

/** The styles of dialogs. */
export const dialogs = css`
  dialog {
    width: min(26rem, calc(100vw - 2rem));
    padding: 0;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--ink);
    font-size: 1rem;
    line-height: 1.5;
  }
  dialog::backdrop {
    background: #0008;
  }
  .sheet {
    display: grid;
    gap: 0.75rem;
    padding: 1rem;
  }
  .sheet h2 {
    font-size: 1.25rem;
  }
  .choices {
    display: grid;
    gap: 0.5rem;
  }
  .choices .do {
    width: 100%;
  }
  .facts {
    display: grid;
    gap: 0.25rem;
  }
`;

// The styles of forms, lists of lines and dialogs, beside the shared ones.
import { css } from "lit";

/** Goes after `sharedStyles` in an element's `static styles`. */
export const formStyles = css`
  form {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.9rem;
    max-width: 32rem;
  }
  .field {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.2rem;
  }
  .input {
    display: flex;
    gap: 0.4rem;
  }
  .input input {
    flex: 1;
    min-width: 0;
  }
  .hint,
  .fault {
    margin: 0;
    font-size: 0.9rem;
  }
  .fault {
    color: var(--bad);
    font-weight: 600;
  }
  .fault::before {
    content: "⚠ " / "";
  }
  input[aria-invalid="true"],
  textarea[aria-invalid="true"] {
    border: 2px solid var(--bad);
  }
  /* An empty message takes no space. */
  form > .outcome {
    margin-top: -0.9rem;
  }
  form > .outcome p {
    margin: 0.9rem 0 0;
  }
  .outcome + *,
  form + gueridon-secret,
  form + p {
    margin-top: var(--space);
  }
  form > .outcome + * {
    margin-top: 0;
  }
  form p {
    margin: 0;
  }
  .done {
    padding: 0.6rem 0.9rem;
    border: 1px solid var(--good);
    border-left-width: 0.4rem;
    border-radius: var(--radius);
    color: var(--good);
  }
  button.bad {
    border-color: var(--bad);
    color: var(--bad);
  }
  button.bad:hover {
    background: var(--bad-soft);
  }
  .check {
    display: flex;
    gap: 0.6rem;
    align-items: center;
    font-weight: 400;
  }
  .check input {
    flex: none;
  }
  dialog {
    width: min(34rem, calc(100vw - 2rem));
    padding: var(--space);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--ink);
  }
  dialog::backdrop {
    background: #0008;
  }
  .lines {
    display: grid;
    gap: 0.75rem;
    margin: 0 0 var(--space);
    padding: 0;
    list-style: none;
  }
  .lines > li {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem 1rem;
    justify-content: space-between;
    align-items: center;
    padding-bottom: 0.75rem;
    border-bottom: 1px solid var(--line);
  }
  .lines > li > :first-child {
    flex: 1 1 14rem;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .lines p {
    margin: 0;
  }
  dl {
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: 0.25rem 1rem;
    margin: 0 0 var(--space);
  }
  dt {
    color: var(--ink-soft);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

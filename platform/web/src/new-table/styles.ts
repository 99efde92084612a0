// How the page on which a table is opened looks.
import { css } from "lit";

/** The form, its choices, and the buttons at its foot. */
export const styles = css`
  form {
    grid-template-columns: minmax(0, 1fr);
    max-width: 50rem;
  }
  .choices {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 12rem), 1fr));
    gap: 0.75rem;
  }
  .numbers {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem;
  }
  .choice {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    padding: 0.6rem 0.8rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    font-weight: 400;
    cursor: pointer;
  }
  .choice:has(:checked) {
    border-color: var(--accent);
    background: var(--accent-soft);
  }
  .choice strong,
  .choice small {
    display: block;
  }
  .check {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    min-height: 2rem;
    font-weight: 400;
  }
  .big {
    min-height: 3rem;
    font-size: 1.1rem;
  }
  summary {
    cursor: pointer;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  summary > .soft {
    margin-inline-start: 0.6rem;
  }
  details > section {
    margin-top: var(--space);
  }
  fieldset {
    margin: 0;
  }
  @media (max-width: 40rem) {
    summary {
      white-space: normal;
    }
  }
  /* What opens the table is in sight, however long the form is. */
  @media (min-height: 30rem) {
    .foot {
      position: sticky;
      bottom: 0;
      z-index: 1;
      /* Nothing of what it lies over, shadows included, is left beside it. */
      margin-inline: -0.3rem;
      padding: 1rem 0.3rem 0.6rem;
      background: linear-gradient(transparent, var(--paper) 0.8rem);
    }
  }
`;

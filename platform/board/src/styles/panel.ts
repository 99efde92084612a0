// The action panel.
import { css } from "lit";

/** The styles of the action panel. */
export const panel = css`
  .panel {
    display: grid;
    align-content: start;
    gap: 0.35rem;
    min-width: 0;
  }
  #moves:focus-visible {
    outline-offset: 0;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.35rem;
    max-height: 11rem;
    overflow-y: auto;
    padding: 2px;
    margin: -2px;
  }
  /* Where choices are left below, the lower edge fades; where all are in sight, this timeline stands
     still. */
  @supports (animation-timeline: scroll(self block)) {
    .bar {
      animation: more-below linear both;
      animation-timeline: scroll(self block);
    }
  }
  /* A mask with a faded lower edge, one edge too high. */
  @keyframes more-below {
    from,
    to {
      mask-image: linear-gradient(#000 calc(100% - 1.5rem), transparent);
      mask-repeat: no-repeat;
      mask-size: 100% calc(100% + 1.5rem);
    }
    from {
      mask-position: 0 -1.5rem;
    }
    to {
      mask-position: 0 0;
    }
  }
  .under-way,
  .crumbs {
    display: flex;
    flex-wrap: wrap;
    gap: 0.1rem 0.35rem;
    color: var(--ink-soft);
  }
  .behind {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.35rem;
  }
  .behind kbd {
    padding: 0 0.3em;
    border: 1px solid var(--line);
    border-radius: 0.3em;
    font: inherit;
    font-size: 0.85em;
    color: var(--ink-soft);
  }
  .bar small {
    flex-basis: 100%;
    font-weight: 400;
    line-height: 1.2;
  }
  .crumbs > li + li::before {
    content: "› ";
  }
  @container board (max-width: 43.99rem) {
    #moves {
      font-size: 1rem;
    }
    .bar {
      gap: 0.25rem;
      max-height: 8.6rem;
    }
    .bar:has(small) {
      max-height: 11rem;
    }
    .do {
      min-height: 1.9rem;
      padding: 0.1rem 0.4rem;
      font-size: 0.74rem;
    }
  }
  .term {
    text-decoration: underline dotted;
    text-decoration-thickness: 0.1em;
    text-underline-offset: 0.2em;
  }
`;

// What moves, and only where the page lets it: what is new turns over, slides in, or is counted up,
// and what leaves fades.
import { css } from "lit";

/** Short, and nothing depends on it: where a browser knows no starting style, things are just there. */
export const moving = css`
  :host([motion][settled]) .spaces .card {
    transition:
      transform 0.35s ease-out,
      opacity 0.35s;
  }
  :host([motion][settled]) :is(.cards, .lords-at-court, .tiles, .chips, .estates) > li {
    transition:
      transform 0.3s ease-out,
      opacity 0.3s;
  }
  :host([motion][settled]) .stats .figure b {
    transition: transform 0.4s ease-out;
  }
  .leaving {
    position: absolute;
    inset: 0;
    z-index: 6;
    overflow: clip;
    pointer-events: none;
  }
  .leaving > li:not(.chip) {
    display: grid;
  }
  @starting-style {
    :host([motion][settled]) .spaces .card {
      transform: perspective(30rem) rotateY(90deg);
    }
    :host([motion][settled]) :is(.cards, .lords-at-court, .tiles, .chips, .estates) > li {
      transform: translateY(-0.75rem);
      opacity: 0;
    }
    :host([motion][settled]) .stats .figure b {
      transform: scale(1.7);
    }
  }
`;

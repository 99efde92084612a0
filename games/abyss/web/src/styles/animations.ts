// Animations, if the page allows motion: new cards turn over or slide in, changed numbers grow.
import { css } from "lit";

/** Optional: a browser without `@starting-style` shows the final state at once. */
export const animations = css`
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
  .fading {
    position: absolute;
    inset: 0;
    z-index: 6;
    overflow: clip;
    pointer-events: none;
  }
  .fading > li:not(.chip) {
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

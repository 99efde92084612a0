// Movement, if the page allows it: things that travel, numbers that grow, choices that glow.
import { css } from "lit";

/** The styles of what moves. */
export const movement = css`
  .travelling {
    position: absolute;
    inset: 0;
    z-index: 7;
    overflow: clip;
    pointer-events: none;
  }
  .traveller {
    position: absolute;
    top: 0;
    left: 0;
  }
  :host([motion]) .stats .figure b {
    transition: scale 0.4s ease-out;
  }
  @keyframes glow {
    to {
      box-shadow:
        0 0 0 1px var(--surface),
        0 0 14px 3px var(--gold);
    }
  }
  @starting-style {
    :host([motion]) .stats .figure b {
      scale: 1.7;
    }
  }
`;

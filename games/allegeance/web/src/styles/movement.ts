// Movement, if the page allows it: cards that travel, numbers that grow, choices that glow.
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
    --w: 4.1rem;
  }
  .jewel {
    font-size: 2rem;
  }
  :host([motion]) .stats .figure b {
    transition: scale 0.4s ease-out;
  }
  :host([motion]) .stack {
    transition: background-color 0.4s;
  }
  :host([motion]) .field .act {
    animation: glow 1.6s ease-in-out infinite alternate;
  }
  :host([motion]) .hand .act:hover {
    background: none;
  }
  :host([motion]) .hand .face {
    transition: translate 0.15s ease-out;
  }
  :host([motion]) .hand .face:hover {
    translate: 0 -4px;
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

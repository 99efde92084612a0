// What else moves on this board, if the page allows it.
import { css } from "lit";

/** Its styles. */
export const moving = css`
  .traveller {
    --w: 4.1rem;
  }
  :host([motion]) .field .act {
    animation: glow 1.6s ease-in-out infinite alternate;
  }
  .jewel {
    font-size: 2rem;
  }
  :host([motion]) .stack {
    transition: background-color 0.4s;
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
`;

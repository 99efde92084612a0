// What else moves on this board, if the page allows it.
import { css } from "lit";

/** Its styles. */
export const moving = css`
  .traveller {
    --w: 3.4rem;
  }
  .jewel {
    font-size: 1.6rem;
  }
  :host([motion]) :is(.sea, .sides, .purse, .payment) .act {
    animation: glow 1.6s ease-in-out infinite alternate;
  }
  :host([motion]) .mini {
    transition:
      rotate 0.4s,
      scale 0.4s;
  }
  :host([motion]) .square {
    transition: background-color 0.5s;
  }
  :host([motion]) .cards .face {
    transition: translate 0.15s ease-out;
  }
  :host([motion]) .cards .face:hover {
    translate: 0 -4px;
  }
  :host([motion]) .spaces .face {
    transition: transform 0.35s ease-out;
  }
  @starting-style {
    :host([motion]) .spaces .face {
      transform: perspective(30rem) rotateY(90deg);
    }
  }
`;

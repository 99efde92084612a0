// What else moves on this board, if the page allows it.
import { css } from "lit";

/** Its styles. */
export const moving = css`
  .traveller {
    --w: 3.4rem;
    --back: 2rem;
  }
  .traveller > .gem {
    font-size: 1.6rem;
  }
  :host([motion]) :is(.city, .mages, .lots, .under-way) .act {
    animation: glow 1.6s ease-in-out infinite alternate;
  }
  :host([motion]) .marker {
    transition: left 0.6s cubic-bezier(0.3, 0.1, 0.2, 1);
  }
  :host([motion]) .squares > i {
    transition: background-color 0.6s;
  }
  :host([motion]) .mini {
    transition:
      rotate 0.4s,
      scale 0.4s;
  }
  :host([motion]) .own .face {
    transition: translate 0.15s ease-out;
  }
  :host([motion]) .own .face:hover {
    translate: 0 -4px;
  }
`;

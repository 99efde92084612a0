// The colours and the typeface of the board.
import { css } from "lit";

/** What the styles of every board and of this one refer to. */
export const colours = css`
  :host {
    --heading: "Gueridon Grenze", var(--font-title);
    --gold: light-dark(#9a6c08, #e5bd63);
    --cloth: light-dark(#efe5cf, #1c1b22);
    --lane: light-dark(#faf5e9, #26252d);
    --gem: light-dark(#0a6b8f, #6fd0f2);
  }
  .of-gem > .symbol,
  .of-spent > .symbol,
  .price > .symbol,
  .jewel > .symbol {
    color: var(--gem);
  }
  .do.main .price > .symbol {
    color: inherit;
  }
`;

// The colours and the typeface of the board: a city by night, or its white walls by day.
import { css } from "lit";

/** `--tint` is the colour of a domain's gems, `--on-tint` what is drawn on it. */
export const colours = css`
  :host {
    --heading: "Gueridon Almendra", system-ui, sans-serif;
    --gold: light-dark(#8a6410, #d9b765);
    --night: light-dark(#e4e6f1, #12152a);
    --stone: light-dark(#f8f8fc, #1d2140);
    --groove: light-dark(#c9cde2, #343a63);
    --choice: light-dark(#a36a00, #ffd469);
    --shade: light-dark(#3c4270, #aab1e0);
  }
  .of-fire {
    --tint: #b3261e;
    --on-tint: #fff6ea;
  }
  .of-sulphur {
    --tint: #e6cf2e;
    --on-tint: #2d2600;
  }
  .of-nature {
    --tint: #2a7636;
    --on-tint: #f3fbe8;
  }
  .of-solar {
    --tint: #e57b16;
    --on-tint: #2b1500;
  }
  .of-shadow {
    --tint: #6a2c96;
    --on-tint: #f8edff;
  }
  .of-cobalt {
    --tint: #1f52ac;
    --on-tint: #eaf2ff;
  }
  .of-none {
    --tint: #565b7d;
    --on-tint: #f4f4fb;
  }
  .of-power > .symbol,
  .power > .symbol {
    color: light-dark(#5a2fb5, #c0a4ff);
  }
  .of-flask > .symbol,
  .flask > .sign > .symbol,
  .lot.flask > .symbol {
    color: light-dark(#0a6f66, #6fe0cf);
  }
  .do.main .price > .symbol {
    color: inherit;
  }
  .gem {
    display: inline-grid;
    place-items: center;
    flex: none;
    width: 1.35em;
    height: 1.35em;
    border-radius: 50%;
    clip-path: polygon(50% 0, 96% 25%, 96% 75%, 50% 100%, 4% 75%, 4% 25%);
    background:
      linear-gradient(150deg, #fff8 8%, #0000 42%), linear-gradient(330deg, #0006, #0000 45%),
      var(--tint);
    color: var(--on-tint);
    vertical-align: -0.3em;
  }
  .gem > .symbol {
    width: 72%;
    height: 72%;
  }
  .gems {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 0.1rem 0.35rem;
  }
  .some {
    display: inline-flex;
    align-items: center;
    gap: 0.1em;
  }
`;

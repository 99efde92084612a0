// The colours and the typeface of the board: a court under the sea, in the shallows by day.
import { css } from "lit";

/** `--tint` is the colour of a race or a guild, `--on-tint` what is drawn on it. */
export const colours = css`
  :host {
    --heading: "Gueridon Philosopher", system-ui, sans-serif;
    --gold: light-dark(#7d6213, #dcc07a);
    --water: light-dark(#d9ecef, #0b2233);
    --shallow: light-dark(#f4fbfb, #12334a);
    --deep: light-dark(#bcd9df, #071725);
    --groove: light-dark(#a9cad1, #24506b);
    --choice: light-dark(#a35a00, #ffcf6b);
    --on-tint: #f6fbf7;
  }
  .of-crab {
    --tint: #a8321f;
  }
  .of-shellfish {
    --tint: #2a6d44;
  }
  .of-jellyfish {
    --tint: #83307f;
  }
  .of-squid {
    --tint: #2456a6;
  }
  .of-seahorse {
    --tint: #8a5c0c;
  }
  .of-kraken {
    --tint: #453a69;
  }
  .of-monster {
    --tint: #2e343b;
  }
  .guild-military {
    --tint: #98291c;
  }
  .guild-merchant {
    --tint: #256040;
  }
  .guild-mage {
    --tint: #762b76;
  }
  .guild-politician {
    --tint: #234c93;
  }
  .guild-farmer {
    --tint: #7d540d;
  }
  .guild-ambassador {
    --tint: #0f6470;
  }
  .guild-smuggler {
    --tint: #40365f;
  }
  .sphere {
    display: inline-block;
    width: 0.95em;
    height: 0.95em;
    border-radius: 50%;
    vertical-align: -0.12em;
    box-shadow: 0 0 0 1px light-dark(#5a7480, #000a);
  }
  .sphere.pearl {
    background: radial-gradient(circle at 34% 30%, #fff, #e9eef2 45%, #a9bac6 78%, #7d92a0);
  }
  .sphere.nebulis {
    background: radial-gradient(circle at 34% 30%, #9a8fc0, #3b3059 45%, #191129 80%);
  }
  .of-key > .symbol,
  .worth .symbol,
  .pip > .symbol,
  .reward > .symbol:not(.sphere) {
    color: light-dark(#6f5200, #f0cf77);
  }
  .facts > li[class] > .symbol {
    color: light-dark(var(--tint), color-mix(in srgb, var(--tint), #fff 55%));
  }
  .do.main .price > .symbol {
    color: inherit;
  }
`;

// The other players, side by side; in a narrow window one below the other.
import { css } from "lit";

/** The layout of the other players. */
export const sides = css`
  .sides {
    display: grid;
    grid-template-columns: repeat(var(--sides), minmax(0, 1fr));
    gap: 0.3rem;
  }
  .side {
    position: relative;
    display: grid;
    align-content: start;
    gap: 0.15rem;
    min-width: 0;
    min-height: 4.6rem;
    padding: 0.15rem 0.4rem 0.3rem;
    border-radius: 0.45rem;
    background: color-mix(in srgb, var(--shallow) 85%, transparent);
    box-shadow: inset 0 0 0 1px var(--groove);
  }
  .side.active {
    box-shadow:
      inset 4px 0 0 var(--turn),
      inset 0 0 0 1px var(--turn);
  }
  .who {
    position: relative;
    display: flex;
    align-items: center;
    gap: 0.3rem;
    min-width: 0;
    min-height: 1.6rem;
  }
  /* The name ends before the button that tells more. */
  .who:has(> .act) {
    padding-inline-end: 22px;
  }
  .who > h3 {
    min-width: 0;
  }
  .who .name {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .marks {
    display: inline-flex;
    align-items: center;
    gap: 0.2rem;
    margin-left: auto;
  }
  .mark {
    position: relative;
    z-index: 1;
    display: inline-flex;
    align-items: center;
    color: var(--gold);
  }
  .mark.acts {
    color: var(--turn);
  }
  .mark.later {
    opacity: 0.6;
  }
  .stats {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.6rem;
    font-size: 0.82rem;
  }
  .stats b {
    font-family: var(--heading);
    font-size: 1.05rem;
  }
  .stats > li {
    position: relative;
    display: inline-flex;
    align-items: center;
    gap: 0.15rem;
    min-height: 1.4rem;
  }
  .keys:has(.act) {
    min-width: 2.4rem;
    justify-content: center;
  }
  .estate {
    position: relative;
    display: flex;
    align-items: center;
    gap: 0.3rem;
    /* What stands out of it, such as the Keys of a Lord, is not cut. */
    padding: 0.3rem 0.3rem 3px 3px;
    margin: -0.3rem -0.3rem -3px -3px;
  }
  .estate > li {
    display: inline-flex;
    align-items: center;
  }
  .chip {
    position: relative;
    display: inline-grid;
    justify-items: center;
  }
  .chip > .act {
    inset: -1px;
  }
  .allies {
    gap: 0.25rem;
  }
  .chip > .points {
    padding: 0 0.15rem;
    background: #06121c;
    border-radius: 0 0 4px 4px;
    margin-top: -0.2rem;
    z-index: 1;
    min-width: 1.6rem;
    color: #f2e9cf;
    font-size: 0.64rem;
    font-style: normal;
    font-weight: 700;
    line-height: 1.2;
    text-align: center;
  }
  .chip.turned > .mini {
    rotate: 90deg;
    scale: 0.88;
    filter: grayscale(0.8);
  }
  .chip.used > .mini {
    filter: saturate(0.45) brightness(0.85);
  }
  .chip.covered > .mini {
    filter: saturate(0.55);
  }
  .pip {
    position: absolute;
    inset: -0.25rem -0.3rem auto auto;
    z-index: 1;
    display: inline-flex;
    padding: 1px;
    border-radius: 0.5rem;
    background: #06121c;
    line-height: 1;
    font-size: 0.68rem;
  }
  .pip > .symbol {
    color: #f0cf77;
  }
  .holding {
    gap: 1px;
    padding: 2px;
    border-radius: 0.4rem;
    box-shadow: inset 0 0 0 1px var(--gold);
    background: color-mix(in srgb, var(--deep) 60%, transparent);
  }
  .allies > small {
    font-size: 0.7rem;
  }
  .held {
    display: grid;
    gap: 0.3rem;
  }
  .held > li {
    display: flex;
    align-items: start;
    gap: 0.5rem;
  }
  @container board (max-width: 43.99rem) {
    .sides {
      grid-template-columns: minmax(0, 1fr);
      gap: 0.2rem;
    }
    .side {
      grid-template-columns: minmax(5.5rem, auto) minmax(0, 1fr);
      gap: 0 0.5rem;
      min-height: 0;
      padding: 0.1rem 0.35rem 0.2rem;
    }
    .side > .estate {
      grid-column: 1 / -1;
    }
    .who > h3 {
      max-width: 6.5rem;
    }
    .stats {
      gap: 0 0.45rem;
    }
  }
`;

// The other mages, side by side; in a narrow window one below the other.
import { css } from "lit";

/** The layout of the other mages. */
export const mages = css`
  .mages {
    display: grid;
    grid-template-columns: repeat(var(--mages), minmax(0, 1fr));
    gap: 0.3rem;
  }
  .mage {
    position: relative;
    display: grid;
    align-content: start;
    gap: 0.15rem;
    min-width: 0;
    padding: 0.2rem 0.35rem 0.3rem;
    border-radius: 0.45rem;
    background: var(--stone);
    box-shadow:
      inset 0 3px 0 var(--tint),
      inset 0 0 0 1px var(--groove);
  }
  .mage.active {
    box-shadow:
      inset 0 3px 0 var(--tint),
      inset 0 0 0 2px var(--turn);
  }
  .mage.exiled {
    background: repeating-linear-gradient(
      135deg,
      var(--stone) 0 10px,
      color-mix(in srgb, var(--groove) 40%, var(--stone)) 10px 14px
    );
  }
  .who {
    position: relative;
    display: flex;
    align-items: center;
    gap: 0.3rem;
    min-width: 0;
    min-height: 1.75rem;
  }
  /* The name ends before the button that tells more. */
  .who:has(> .act) {
    padding-inline-end: 22px;
  }
  .who > h3 {
    min-width: 2.2em;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .who > .crest {
    position: relative;
    display: grid;
    place-items: center;
    flex: none;
    width: 1.6rem;
    height: 1.6rem;
    border-radius: 50%;
    background: linear-gradient(150deg, #fff6, #0000 50%), var(--tint);
    color: var(--on-tint);
    box-shadow: 0 0 0 1.5px var(--gold);
  }
  .crest > .symbol {
    width: 1.15rem;
    height: 1.15rem;
  }
  .rank {
    position: absolute;
    inset: auto -0.3rem -0.25rem auto;
    display: grid;
    place-items: center;
    width: 0.95rem;
    height: 0.95rem;
    border-radius: 50%;
    background: #14172e;
    color: #f6dc9a;
  }
  .rank > .symbol {
    width: 0.75rem;
    height: 0.75rem;
  }
  .marks {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.15rem;
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
  .mark.bad {
    color: var(--bad);
  }
  .mark.good {
    color: light-dark(#19692c, #8fdc9d);
  }
  .mark.cleared {
    opacity: 0.8;
    text-decoration: line-through;
    filter: grayscale(1);
  }
  .mark.cleared::after {
    content: "";
    position: absolute;
    inset: 45% -1px auto;
    border-top: 2px solid var(--ink);
    rotate: -45deg;
  }
  .stats {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.1rem 0.5rem;
  }
  .stats b {
    font-family: var(--heading);
    font-size: 1.05rem;
  }
  .held {
    display: inline-flex;
    align-items: center;
    gap: 0.25rem;
  }
  .backs-of {
    position: relative;
    display: inline-flex;
    align-items: center;
    gap: 1px;
  }
  .backs-of > b {
    font-family: inherit;
    font-size: 0.72rem;
  }
  .treasure {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.1rem 0.4rem;
    font-size: 0.78rem;
  }
  .treasure > .lot {
    display: inline-flex;
    align-items: center;
    gap: 0.2rem;
  }
  .works {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 0.2rem;
  }
  .works > li {
    position: relative;
    line-height: 1;
  }
  /* With room beside each other, all that is known of a mage stands in a row. */
  .mages[style*="--mages:1"],
  .mages[style*="--mages:2"] {
    grid-template-columns: minmax(0, 1fr);
  }
  .mages:is([style*="--mages:1"], [style*="--mages:2"]) > .mage {
    grid-template-columns: 12rem minmax(9rem, auto) minmax(9rem, auto) minmax(0, 1fr);
    align-items: center;
    gap: 0.2rem 1rem;
    padding-top: 0.3rem;
  }
  @container board (max-width: 43.99rem) {
    .mages {
      grid-template-columns: minmax(0, 1fr);
      gap: 0.2rem;
    }
    .mage,
    .mages:is([style*="--mages:1"], [style*="--mages:2"]) > .mage {
      grid-template-columns: minmax(6.4rem, auto) minmax(0, 1fr);
      gap: 0.1rem 0.5rem;
      padding: 0.15rem 0.3rem 0.2rem 0.5rem;
      box-shadow:
        inset 4px 0 0 var(--tint),
        inset 0 0 0 1px var(--groove);
    }
    .mage.active {
      box-shadow:
        inset 4px 0 0 var(--tint),
        inset 0 0 0 2px var(--turn);
    }
    .treasure {
      flex-wrap: nowrap;
      justify-content: start;
      gap: 0.3rem;
      font-size: 0.74rem;
    }
    .who > h3 {
      max-width: 6.5rem;
    }
  }
`;

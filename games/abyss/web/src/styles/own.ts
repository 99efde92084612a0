// What this board has in its dock.
import { css } from "lit";

/** The styles of what is special in its dock. */
export const own = css`
  .dock:not(:has(.own)) {
    grid-template-columns: minmax(0, 1fr);
  }
  .bar {
    max-height: 16rem;
  }
  .bar > .do {
    min-height: 1.7rem;
    font-size: 0.8rem;
  }
  .purse {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.1rem 0.8rem;
  }
  .purse > .estate,
  .own > .cards {
    max-width: 100%;
  }
  .payment {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.15rem 0.8rem;
    padding: 0.15rem 0.5rem;
    border-left: 4px solid var(--turn);
    background: color-mix(in srgb, var(--water) 55%, transparent);
    border-radius: 0.3rem;
  }
  .payment > h3 {
    font-size: 0.95rem;
  }
  .sum,
  .sum > div,
  .sum dd {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.1rem 0.6rem;
  }
  .sum > div,
  .sum dd {
    gap: 0.25rem;
  }
  .sum dt {
    color: var(--ink-soft);
    font-size: 0.8rem;
  }
  .sum dd {
    gap: 0;
  }
  .sum b {
    font-family: var(--heading);
    font-size: 1.1rem;
  }
  .lacks {
    margin-left: 0.4rem;
    color: var(--bad);
    font-size: 0.8rem;
    font-weight: 600;
  }
  .laid {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
  }
  .cards {
    position: relative;
    gap: 0.3rem 0.9rem;
    padding: 4px;
    margin: -4px;
    --w: 3.7rem;
  }
  .cards.many {
    --w: 3.2rem;
  }
  .cards.crowd {
    --w: 2.8rem;
  }
  @container board (max-width: 43.99rem) {
    .bar {
      max-height: 7.8rem;
    }
    .purse {
      gap: 0.1rem 0.5rem;
    }
    .payment {
      gap: 0 0.6rem;
    }
    .purse > .who > h3 {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    /* In place of the name stands what leads to all that is known of oneself. */
    .purse > .who {
      min-width: 1.75rem;
      padding-left: 1.7rem;
    }
    .purse > .who > .about > span {
      position: absolute;
      inset: 3px auto auto 3px;
      display: grid;
      place-items: center;
      width: 1.25rem;
      height: 1.25rem;
      border: 1px solid currentColor;
      border-radius: 50%;
      font:
        italic 700 0.8rem/1 Georgia,
        serif;
    }
    .cards,
    .cards.many,
    .cards.crowd {
      --w: 3.3rem;
    }
  }
`;

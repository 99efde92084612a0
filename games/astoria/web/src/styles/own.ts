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
  .under-way {
    align-items: center;
    gap: 0.1rem 0.9rem;
  }
  .actions {
    color: light-dark(#5a2fb5, #c0a4ff);
    letter-spacing: 0.1em;
  }
  .glyphs {
    position: relative;
    display: inline-flex;
    align-items: center;
    gap: 0.3rem;
    min-height: 1.6rem;
    padding: 0 0.4rem;
    border-radius: 0.8rem;
    background: var(--stone);
    box-shadow: inset 0 0 0 1px var(--gold);
    color: var(--ink);
  }
  .purse {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.1rem 0.7rem;
  }
  .purse .marks {
    margin-left: 0.2rem;
  }
  .power {
    position: relative;
    display: inline-flex;
    align-items: center;
    min-height: 1.6rem;
    padding: 0 0.3rem;
  }
  .power > b {
    font-size: 1.25rem;
  }
  .aim {
    display: inline-flex;
    align-items: center;
    gap: 0.25rem;
    font-family: var(--heading);
    font-weight: 700;
  }
  .aim > .symbol {
    color: var(--gold);
  }
  .lots {
    display: flex;
    align-items: center;
    gap: 0.15rem;
  }
  .lots > .lot {
    position: relative;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.1rem;
    min-width: 2rem;
    min-height: 1.7rem;
  }
  .lots > .lot.empty {
    opacity: 0.75;
  }
  .lots > .lot.empty > .gem {
    filter: grayscale(0.85);
  }
  .own > .cards {
    position: relative;
    gap: 0.3rem 0.9rem;
    padding: 4px;
    margin: -4px;
    --w: 4.6rem;
  }
  .own > .cards.many {
    --w: 3.7rem;
  }
  .own > .cards.crowd {
    --w: 3.1rem;
  }
  .stone > .gem {
    font-size: 3.5rem;
  }
  .facts > li > .gem {
    margin-right: 0.25em;
    text-indent: 0;
  }
  .card-list > li {
    max-width: 100%;
  }
  @container board (max-width: 43.99rem) {
    .bar {
      max-height: 7.8rem;
    }
    .bar > .do {
      font-size: 0.74rem;
    }
    .purse {
      gap: 0.25rem 0.4rem;
      font-size: 0.8rem;
    }
    .purse > .who {
      min-height: 1.6rem;
    }
    .purse > .who > h3 {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .purse > .stats {
      gap: 0 0.4rem;
    }
    .lots {
      gap: 0.2rem;
    }
    .lots > .lot {
      min-width: 1.9rem;
    }
    .own > .cards {
      gap: 0.6rem;
    }
    .own > .cards,
    .own > .cards.many,
    .own > .cards.crowd {
      --w: 3.5rem;
    }
  }
`;

// The dock: what can be chosen, and one's own side, always in sight at the foot of the window.
import { css } from "lit";

/** The styles of the dock. */
export const dock = css`
  .dock {
    position: sticky;
    bottom: 0;
    z-index: 6;
    display: grid;
    grid-template-columns: minmax(0, 0.85fr) minmax(0, 1.3fr);
    gap: 0.3rem 0.9rem;
    margin: 0 -0.4rem;
    padding: 0.35rem 0.6rem 0.45rem;
    border-top: 2px solid var(--gold);
    border-radius: 0 0 var(--radius) var(--radius);
    background: var(--surface);
    box-shadow: 0 -4px 12px #0004;
  }
  .dock:not(:has(.own)) {
    grid-template-columns: minmax(0, 1fr);
  }
  /* After the game, and in a replay, nothing is to be decided: the city comes first. */
  .dock.over {
    position: static;
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
  .own {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 0.3rem;
    min-width: 0;
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
    display: flex;
    flex-wrap: wrap;
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
  .row > h3 {
    margin-bottom: 0.1rem;
    font-size: 0.85rem;
  }
  .row > ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0.35rem;
  }
  .row > ul > li {
    position: relative;
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
    .dock {
      grid-template-columns: minmax(0, 1fr);
      margin: 0 -0.25rem;
      padding: 0.3rem 0.4rem 0.35rem;
    }
    .bar {
      max-height: 7.8rem;
    }
    .bar > .do {
      font-size: 0.74rem;
    }
    .own {
      gap: 0.15rem;
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
      gap: 0;
    }
    .lots > .lot {
      min-width: 1.9rem;
    }
    .own > .cards {
      flex-wrap: nowrap;
      overflow-x: auto;
      gap: 0.6rem;
    }
    .own > .cards,
    .own > .cards.many,
    .own > .cards.crowd {
      --w: 3.5rem;
    }
    .row > ul {
      flex-wrap: nowrap;
    }
    .row > h3 {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .row + .row {
      padding-left: 0.5rem;
      border-left: 2px solid var(--gold);
    }
  }
`;

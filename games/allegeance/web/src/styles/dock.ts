// The dock: what can be chosen, and one's own cards, always in sight at the foot of the window.
import { css } from "lit";

/** The styles of the dock. */
export const dock = css`
  .dock {
    position: sticky;
    bottom: 0;
    z-index: 6;
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0.3rem 1rem;
    margin: 0 -0.4rem;
    padding: 0.35rem 0.6rem 0.45rem;
    border-top: 2px solid var(--gold);
    border-radius: 0 0 var(--radius) var(--radius);
    background: var(--surface);
    box-shadow: 0 -4px 12px #0003;
  }
  /* After the game, and in a replay, nothing is to be decided: the fields come first. */
  .dock.over {
    position: static;
  }
  .own-cards {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    justify-content: end;
    gap: 0.3rem 1.2rem;
    max-width: 38rem;
    --w: 4.1rem;
  }
  .own-cards:not(:has(*)) {
    display: none;
  }
  .fan,
  .cards {
    display: flex;
    flex-wrap: wrap;
    gap: 0.35rem;
  }
  .fan {
    gap: 0.35rem 0.9rem;
  }
  .cards {
    padding: 3px;
    margin: -3px;
  }
  .cards > li {
    position: relative;
  }
  .own-cards h3 {
    margin-bottom: 0.2rem;
    font-size: 0.95rem;
  }
  @container board (max-width: 43.99rem) {
    .dock {
      grid-template-columns: minmax(0, 1fr);
      margin: 0 -0.25rem;
      padding: 0.3rem 0.4rem 0.35rem;
    }
    .own-cards {
      padding: 4px;
      margin: -4px;
      flex-wrap: nowrap;
      justify-content: start;
      max-width: none;
      overflow-x: auto;
      --w: 3.75rem;
    }
    .fan,
    .cards {
      flex-wrap: nowrap;
    }
    .own-cards h3 {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .tray {
      padding-right: 0.6rem;
      border-right: 2px solid var(--gold);
    }
  }
`;

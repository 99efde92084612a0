// What this board has in its dock.
import { css } from "lit";

/** The styles of what is special in its dock. */
export const own = css`
  .dock {
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0.3rem 1rem;
  }
  .own-cards {
    position: relative;
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
  /* There is room for a second row: all of it is in sight. */
  @container board (min-width: 44rem) {
    .own-cards {
      flex-wrap: wrap;
      overflow: visible;
      animation: none;
    }
    .own-cards > * {
      flex: 0 1 auto;
    }
    .own-cards:has(> .tray) {
      --w: 3.75rem;
    }
  }
  @container board (max-width: 43.99rem) {
    .dock {
      grid-template-columns: minmax(0, 1fr);
    }
    .own-cards {
      padding: 4px;
      margin: -4px;
      justify-content: start;
      max-width: none;
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

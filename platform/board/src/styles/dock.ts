// The dock: what can be chosen, and one's own side, always in sight at the foot of the window.
import { css } from "lit";

/** The styles of the dock, of rows of one's own cards in it, and of strips that scroll sideways. */
export const dock = css`
  .dock {
    position: sticky;
    bottom: 0;
    z-index: 6;
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1.25fr);
    gap: 0.3rem 0.9rem;
    margin: 0 -0.4rem;
    padding: 0.35rem 0.6rem 0.45rem;
    border-top: 2px solid var(--gold);
    border-radius: 0 0 var(--radius) var(--radius);
    background: var(--surface);
    box-shadow: 0 -4px 12px #0004;
  }
  /* After the game, and in a replay, nothing is to be decided: what lies on the table comes first. */
  .dock.over {
    position: static;
  }
  .dock > .own {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 0.3rem;
    min-width: 0;
  }
  .strip {
    display: flex;
  }
  /* A wide board has everything in sight at once: its dock leaves room for what lies above it in the
     window, and what it has no room for scrolls within it. */
  @container board (min-width: 44rem) {
    .dock > .panel,
    .dock > .own {
      max-height: max(12rem, 100vh - 37.2rem);
    }
    .dock > .panel {
      display: flex;
      flex-direction: column;
      align-items: stretch;
      overflow-y: auto;
      padding: 3px;
      margin: -3px;
    }
    .dock > .panel > * {
      flex: none;
    }
    .dock > .panel > .bar {
      max-height: none;
    }
    .dock > .panel > .choices {
      flex: 0 1 auto;
    }
    .dock > .panel > .choices:has(> :nth-child(3)) {
      min-height: 4.3rem;
    }
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
  /* What stands in a row scrolls sideways where it is too much. */
  .strip > .row > ul {
    flex-wrap: nowrap;
  }
  .strip {
    flex-wrap: nowrap;
    overflow-x: auto;
    scrollbar-width: thin;
    scroll-padding-inline: 2rem;
  }
  .strip > * {
    flex: none;
  }
  /* An edge behind which there is more fades; where all is in sight, this timeline stands still. */
  @supports (animation-timeline: scroll(self inline)) {
    .strip {
      animation: more-beside linear both;
      animation-timeline: scroll(self inline);
    }
    /* It would hide the outline. */
    .strip:focus-visible {
      animation-name: none;
    }
  }
  @container board (max-width: 43.99rem) {
    .dock {
      grid-template-columns: minmax(0, 1fr);
      margin: 0 -0.25rem;
      padding: 0.3rem 0.4rem 0.35rem;
    }
    .dock > .own {
      gap: 0.15rem;
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
  /* A mask with two faded edges, one edge too wide: of the two, one is in sight at either end. */
  @keyframes more-beside {
    from,
    to {
      mask-image: linear-gradient(
        to right,
        transparent,
        #000 2rem,
        #000 calc(100% - 2rem),
        transparent
      );
      mask-repeat: no-repeat;
      mask-size: calc(100% + 2rem) 100%;
    }
    from {
      mask-position: -2rem 0;
    }
    to {
      mask-position: 0 0;
    }
  }
`;

// The city: tracks at its head, and below them the market, the piles, the field and the guards.
import { css } from "lit";

/** The layout of what all mages share. */
export const city = css`
  .board {
    position: relative;
    display: grid;
    gap: 0.4rem;
    grid-template-columns: minmax(0, 1fr);
    padding: 0.4rem 0.4rem 0;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background:
      radial-gradient(60% 12rem at 50% 0, light-dark(#fff, #2c3266), #0000),
      radial-gradient(circle at 12% 18%, light-dark(#0000, #fff8) 0.6px, #0000 1.2px),
      radial-gradient(circle at 83% 9%, light-dark(#0000, #fff9) 0.7px, #0000 1.3px),
      radial-gradient(circle at 64% 27%, light-dark(#0000, #fff6) 0.6px, #0000 1.2px), var(--night);
  }
  .city {
    display: grid;
    gap: 0.3rem 0.8rem;
    grid-template:
      "head head head head" auto
      "tracks market market market" auto
      "tracks piles field room" auto / minmax(0, 1.45fr) auto minmax(0, 1fr) auto;
  }
  .city h3 {
    font-size: 0.85rem;
    line-height: 1.1;
    white-space: nowrap;
  }
  .head {
    grid-area: head;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.2rem 1rem;
  }
  .counts,
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.2rem 0.8rem;
  }
  .counts b {
    font-family: var(--heading);
    font-size: 1.1rem;
  }
  .tools {
    gap: 0.3rem;
  }
  .tracks {
    grid-area: tracks;
    display: grid;
    align-content: space-between;
    gap: 0.2rem;
  }
  .track {
    position: relative;
    display: grid;
    grid-template-columns: 2rem minmax(0, 1fr) 2.4rem;
    align-items: center;
    min-height: 2.1rem;
    border-radius: 1.1rem;
    background: var(--stone);
    box-shadow: inset 0 0 0 1px var(--groove);
    --tint: #4b5080;
  }
  .track.of-king {
    --tint: light-dark(#9a6a00, #e2b64a);
  }
  .track.of-dragon {
    --tint: light-dark(#b3261e, #ff7c6b);
  }
  .track.of-populace {
    --tint: light-dark(#6b4f1c, #d3ab6d);
  }
  .track.of-barbarians {
    --tint: light-dark(#33557f, #8fb8ea);
  }
  .track > .crest {
    display: grid;
    place-items: center;
    width: 2.1rem;
    height: 2.1rem;
    border-radius: 50%;
    background: var(--tint);
    color: var(--stone);
  }
  .track > .crest > .symbol {
    width: 1.45rem;
    height: 1.45rem;
  }
  .squares {
    position: relative;
    display: grid;
    grid-template-columns: repeat(var(--last), minmax(0, 1fr));
    gap: 2px;
    margin: 0 0.35rem;
  }
  .squares > i {
    display: grid;
    place-items: center;
    height: 1.25rem;
    border-radius: 3px;
    background: color-mix(in srgb, var(--tint) 12%, transparent);
    color: var(--ink);
    font-style: normal;
    font-size: 0.7rem;
    font-variant-numeric: tabular-nums;
  }
  .squares > i.past {
    background: color-mix(in srgb, var(--tint) 38%, transparent);
  }
  .squares > i.next {
    background: repeating-linear-gradient(
      135deg,
      color-mix(in srgb, var(--tint) 45%, transparent) 0 3px,
      color-mix(in srgb, var(--tint) 14%, transparent) 3px 7px
    );
  }
  .squares > i.last {
    box-shadow: inset 0 0 0 2px var(--tint);
  }
  .squares > .marker {
    position: absolute;
    top: -0.15rem;
    left: calc((var(--at) - 0.5) * 100% / var(--last));
    display: grid;
    place-items: center;
    width: 1.55rem;
    height: 1.55rem;
    margin-left: -0.775rem;
    border-radius: 50%;
    background: var(--tint);
    color: var(--stone);
    box-shadow: 0 0 0 2px var(--stone);
    font-family: var(--heading);
    font-size: 1rem;
    font-weight: 700;
    line-height: 1;
  }
  .track[style*="--at:0"] .marker {
    left: 0;
  }
  .near {
    box-shadow:
      inset 0 0 0 1px var(--bad),
      0 0 0 1px var(--bad);
  }
  .growth {
    display: inline-flex;
    align-items: center;
    font-weight: 700;
    font-size: 0.8rem;
  }
  .market {
    grid-area: market;
  }
  .cells {
    display: grid;
    grid-template-columns: repeat(6, minmax(0, 1fr));
    gap: 3px;
    margin-top: 0.15rem;
  }
  .cell {
    position: relative;
    display: grid;
    grid-template-columns: auto auto;
    align-items: center;
    justify-content: center;
    gap: 0 0.15rem;
    min-height: 2.5rem;
    padding: 0.3rem 0.1rem 0.1rem;
    border-radius: 0.4rem;
    background: var(--stone);
    box-shadow:
      inset 0 3px 0 var(--tint),
      inset 0 0 0 1px var(--groove);
  }
  .cell > .flux {
    font-family: var(--heading);
    font-size: 1.45rem;
    line-height: 1;
  }
  .cell > .gem {
    font-size: 0.95rem;
  }
  .cell > .left {
    grid-column: 1 / -1;
    justify-self: center;
    font-size: 0.72rem;
    line-height: 1;
  }
  .cell.empty > .left {
    color: var(--ink-soft);
  }
  .piles {
    grid-area: piles;
  }
  .backs {
    display: flex;
    gap: 0.35rem;
    margin-top: 0.15rem;
  }
  .pile {
    position: relative;
    display: grid;
    justify-items: center;
    min-width: 1.8rem;
    min-height: 3rem;
    --back: 1.7rem;
  }
  .pile > b {
    font-size: 0.78rem;
    line-height: 1.15;
  }
  .pile.empty {
    border: 1px dashed var(--groove);
    border-radius: 4px;
    align-content: end;
  }
  .pile .seen {
    position: absolute;
    inset: 0 -0.3rem auto auto;
    display: inline-flex;
    align-items: center;
    padding: 0 2px;
    border-radius: 0.5rem;
    background: #14172e;
    color: #f6ecd0;
    font-size: 0.65rem;
    font-weight: 700;
  }
  .field {
    grid-area: field;
    min-width: 0;
  }
  .invasion-cards {
    display: flex;
    flex-wrap: wrap;
    gap: 0.3rem;
    margin-top: 0.15rem;
  }
  .current {
    position: relative;
    --w: 3.1rem;
  }
  .camp {
    position: relative;
    display: grid;
    justify-items: center;
    align-content: center;
    width: 2.3rem;
    min-height: 2.6rem;
    border-radius: 0.4rem;
    background: linear-gradient(#fff2, #0003), var(--tint);
    color: var(--on-tint);
  }
  .camp > .banner > .symbol {
    width: 1.5rem;
    height: 1.5rem;
  }
  .camp > b {
    display: inline-flex;
    align-items: center;
    font-size: 0.75rem;
    line-height: 1;
  }
  .meant {
    outline: 3px dashed var(--bad);
    outline-offset: 1px;
  }
  .room {
    grid-area: room;
    max-width: 11rem;
  }
  .guards {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
    margin-top: 0.15rem;
  }
  .post {
    position: relative;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.1rem;
    min-width: 1.9rem;
    height: 1.9rem;
    padding: 0 0.2rem;
    border-radius: 0.35rem;
    background: linear-gradient(#fff2, #0003), var(--tint);
    color: var(--on-tint);
  }
  .post.empty {
    background: none;
    box-shadow: inset 0 0 0 1.5px var(--groove);
    color: inherit;
  }
  .post.palace {
    --tint: #4a4f7c;
    --on-tint: #f6dc9a;
  }
  .defence {
    font-size: 0.78rem;
  }
  @container board (max-width: 43.99rem) {
    .board {
      gap: 0.3rem;
      padding: 0.3rem 0.25rem 0;
    }
    .city {
      gap: 0.25rem 0.5rem;
      grid-template:
        "head head" auto
        "tracks tracks" auto
        "market market" auto
        "piles field" auto
        "room room" auto / auto minmax(0, 1fr);
    }
    .tools {
      flex-wrap: nowrap;
    }
    .tools .quiet {
      font-size: 0.74rem;
      padding: 0 0.35rem;
    }
    .head {
      gap: 0.2rem;
    }
    .counts {
      gap: 0.2rem 0.5rem;
    }
    .counts .words {
      display: none;
    }
    .tracks {
      gap: 2px;
    }
    .track {
      min-height: 1.7rem;
      grid-template-columns: 1.7rem minmax(0, 1fr) 2.2rem;
    }
    .track > .crest {
      width: 1.7rem;
      height: 1.7rem;
    }
    .track > .crest > .symbol {
      width: 1.15rem;
      height: 1.15rem;
    }
    .squares > i {
      height: 1.05rem;
      font-size: 0.66rem;
    }
    .squares > .marker {
      top: -0.13rem;
      width: 1.3rem;
      height: 1.3rem;
      margin-left: -0.65rem;
      font-size: 0.85rem;
    }
    .market h3 {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .cell {
      min-height: 2.2rem;
    }
    .cell > .flux {
      font-size: 1.2rem;
    }
    .cell > .gem {
      font-size: 0.85rem;
    }
    .room {
      display: flex;
      align-items: center;
      gap: 0.4rem;
      max-width: none;
    }
    .guards {
      margin: 0;
    }
  }
`;

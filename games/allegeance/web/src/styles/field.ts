// The fields: banners across and players down in a wide window, the other way round in a narrow one.
import { css } from "lit";

/** The layout of what lies on the table. */
export const field = css`
  .board {
    position: relative;
    display: grid;
    gap: 0.4rem;
    grid-template-columns: minmax(0, 1fr);
    padding: 0.4rem 0.4rem 0;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background:
      radial-gradient(120% 80% at 50% 0, light-dark(#fffaf0, #34303f), #0000), var(--cloth);
  }
  .supplies {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.2rem 1rem;
  }
  .piles {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.2rem 1rem;
    font-size: 1rem;
  }
  .piles b {
    font-family: var(--heading);
    font-size: 1.15rem;
  }
  .spent {
    opacity: 0.75;
    text-decoration: line-through;
  }
  .tools {
    display: flex;
    gap: 0.3rem;
  }
  .field {
    display: grid;
    gap: 3px;
    grid-template-columns: 7.6rem repeat(var(--guilds), minmax(0, 1fr));
    grid-template-rows: auto repeat(var(--players), minmax(2.8rem, auto));
  }
  .banners,
  .player,
  .stacks {
    display: contents;
  }
  .banner {
    position: relative;
    grid-row: 1;
    grid-column: calc(var(--guild) + 2);
    display: grid;
    justify-items: center;
    align-content: start;
    border-radius: 0.3rem;
  }
  .banner > .cloth {
    position: relative;
    display: grid;
    place-items: center;
    width: 100%;
    height: 4.6rem;
    padding-bottom: 0.7rem;
    border-top: 4px solid var(--metal);
    background:
      linear-gradient(90deg, #0003, #fff2 30%, #0000 60%, #0003),
      var(--pattern, none) 0 0 / var(--weave, auto),
      var(--tint);
    clip-path: polygon(0 0, 100% 0, 100% 100%, 50% 82%, 0 100%);
    color: #fff9ea;
  }
  .banner .charge {
    color: var(--charge, #fff9ea);
    filter: drop-shadow(0 1px 1px #000a);
  }
  .banner .charge > .symbol {
    display: block;
    width: 2.5rem;
    height: 2.5rem;
  }
  .loyalty {
    position: absolute;
    inset: 2px auto auto 3px;
    color: var(--metal);
    line-height: 1;
    font-size: 0.8rem;
  }
  .banner .cost {
    position: absolute;
    inset: 1px 4px auto auto;
    font-weight: 700;
    font-size: 0.8rem;
  }
  .banner .cost .symbol {
    color: #bdeaff;
  }
  .banner > .name {
    width: 100%;
    font-size: 0.86rem;
    letter-spacing: -0.01em;
    line-height: 1;
    text-align: center;
    overflow-wrap: anywhere;
  }
  .banner > .act ~ .about {
    inset: 2.5rem 0 auto auto;
  }
  .banner.used > .cloth {
    filter: grayscale(0.75) brightness(0.8);
  }
  .player::before {
    content: "";
    grid-row: calc(var(--row) + 2);
    grid-column: 1 / -1;
    border: 1px solid var(--line);
    border-radius: 0.4rem;
    background: var(--lane);
  }
  .player.own::before {
    border-color: var(--gold);
  }
  .player.active::before {
    border-color: var(--turn);
    box-shadow: inset 4px 0 0 var(--turn);
  }
  .side {
    position: relative;
    grid-row: calc(var(--row) + 2);
    grid-column: 1;
    display: grid;
    align-content: center;
    gap: 0.1rem;
    min-width: 0;
    padding: 0.15rem 0.2rem 0.15rem 0.6rem;
  }
  .who {
    display: flex;
    align-items: center;
    gap: 0.25em;
    min-width: 0;
  }
  .who > .name {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .turn {
    color: var(--turn);
    font-size: 0.7rem;
  }
  .mark {
    color: var(--gold);
  }
  .stats {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.3rem;
    font-size: 0.78rem;
  }
  .stats > li,
  .piles > li {
    display: inline-flex;
    align-items: center;
    gap: 0.1rem;
  }
  .shield {
    color: var(--ink-soft);
  }
  .shield > .symbol {
    fill: none;
    stroke: currentColor;
    stroke-width: 20;
  }
  .shield.raised {
    color: light-dark(#1f4f9e, #8db8ff);
  }
  .shield.raised > .symbol {
    fill: currentColor;
  }
  .sworn > .symbol {
    color: light-dark(#8a1f2b, #ff9c8f);
  }
  .stack {
    position: relative;
    grid-row: calc(var(--row) + 2);
    grid-column: calc(var(--guild) + 2);
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: center;
    gap: 0.25rem;
    margin: 2px 0;
    padding: 0 0.3rem;
    border: 1px solid transparent;
    border-radius: 0.35rem;
    background: color-mix(in srgb, var(--tint) 11%, transparent);
  }
  .stack.empty {
    background: none;
    border: 1px dashed color-mix(in srgb, var(--tint) 45%, var(--line));
    opacity: 0.75;
  }
  .stack > b {
    font-family: var(--heading);
    font-size: 1.5rem;
    line-height: 1;
    min-width: 0.5em;
  }
  .stack.held {
    border-color: var(--metal);
    background:
      linear-gradient(160deg, #fff2, #0000 50%, #0003),
      var(--pattern, none) 0 0 / var(--weave, auto),
      var(--tint);
    box-shadow: 0 0 0 1px var(--tint);
    color: #fff9ea;
  }
  .pile-of {
    --mini: 1.05rem;
    --room: 2.6rem;
    display: flex;
    overflow: hidden;
    padding: 2px 1px;
  }
  .pile-of > .mini {
    flex: none;
  }
  .pile-of > .mini + .mini {
    margin-left: calc(
      -1 * max(0.45rem, (var(--mini) * var(--cards) - var(--room)) / (var(--cards) - 1))
    );
  }
  .mini.seal {
    position: static;
    border-radius: 50%;
    height: var(--mini);
  }
  .lead {
    position: absolute;
    inset: -0.35rem -0.2rem auto auto;
    z-index: 1;
    display: grid;
    place-items: center;
    width: 1.5rem;
    height: 1.35rem;
    border-radius: 1rem;
    background: #2b2010;
    color: #f0d28a;
    font-size: 1.1rem;
  }
  .lead > .symbol {
    position: absolute;
    width: 1.4rem;
    height: 1.3rem;
  }
  .lead > i {
    position: relative;
    color: #fff9ea;
    font-size: 0.72rem;
    font-style: normal;
    font-weight: 700;
    line-height: 1;
  }
  .stack.aimed {
    border-color: var(--bad);
    box-shadow: 0 0 0 2px var(--bad);
  }
  .stack.offered {
    border: 2px dashed var(--gold);
  }
  .reticle {
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    color: var(--bad);
    font-size: 2.2rem;
    filter: drop-shadow(0 0 2px var(--surface)) drop-shadow(0 0 1px var(--surface));
  }
  @container board (min-width: 44rem) {
    .field:not([style*="--guilds:10"]) {
      grid-template-columns: 9rem repeat(var(--guilds), minmax(0, 1fr));
    }
    .field:not([style*="--guilds:10"]) .pile-of {
      --room: 5rem;
      --mini: 1.3rem;
    }
    .player.own .stack,
    .player.own .side {
      min-height: 3.2rem;
    }
  }
  @container board (max-width: 43.99rem) {
    .board {
      padding: 0.3rem 0.25rem 0;
      gap: 0.3rem;
    }
    .piles {
      gap: 0.1rem 0.7rem;
    }
    .field {
      gap: 2px;
      grid-template-columns: minmax(5.4rem, 7.5rem) repeat(var(--players), minmax(0, 1fr));
      grid-template-rows: auto repeat(var(--guilds), minmax(2.1rem, auto));
    }
    .banner {
      grid-column: 1;
      grid-row: calc(var(--guild) + 2);
      grid-template-columns: 2.1rem minmax(0, 1fr);
      align-items: center;
      justify-items: start;
      gap: 0.25rem;
    }
    .banner > .cloth {
      width: 2.1rem;
      height: 100%;
      min-height: 2.1rem;
      padding: 0;
      border-top: 0;
      border-left: 3px solid var(--metal);
      clip-path: none;
      border-radius: 0.2rem;
    }
    .banner > .act ~ .about {
      inset: 0 0 auto auto;
    }
    .banner .charge > .symbol {
      width: 1.35rem;
      height: 1.35rem;
    }
    .banner .cost {
      inset: auto 0 -1px auto;
      padding: 0 1px;
      border-radius: 3px;
      background: #000a;
      font-size: 0.66rem;
      line-height: 1.1;
    }
    .loyalty {
      inset: 0 auto auto 0;
      font-size: 0.62rem;
    }
    .banner > .name {
      font-size: 0.8rem;
      text-align: start;
      padding-right: 0.1rem;
      hyphens: auto;
    }
    .player::before {
      grid-row: 1 / -1;
      grid-column: calc(var(--column) + 2);
    }
    .player.active::before {
      box-shadow: inset 0 3px 0 var(--turn);
    }
    .side {
      grid-row: 1;
      grid-column: calc(var(--column) + 2);
      align-content: start;
      padding: 0.25rem 0.15rem;
      font-size: 0.78rem;
    }
    .who {
      font-size: 0.85rem;
    }
    .stats {
      gap: 0 0.25rem;
      font-size: 0.75rem;
    }
    .stack {
      grid-column: calc(var(--column) + 2);
      grid-row: calc(var(--guild) + 2);
      margin: 0 2px;
      padding: 0 0.15rem;
      gap: 0.1rem;
    }
    .stack > b {
      font-size: 1.2rem;
    }
    .pile-of {
      --mini: 0.8rem;
      --room: 1.5rem;
    }
    .field[style*="--players:2"] .pile-of {
      --room: 4.2rem;
      --mini: 1rem;
    }
    .field[style*="--players:3"] .pile-of {
      --room: 2.5rem;
    }
    .lead {
      inset: -0.2rem -0.15rem auto auto;
      scale: 0.85;
    }
  }
`;

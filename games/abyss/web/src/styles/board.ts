// The layout: the dock with the viewer's hand, the board, the sides of the players.
import { css } from "lit";

/** The layout of the table, from the width of a phone up. */
export const board = css`
  .table,
  .board {
    display: grid;
    gap: 0.5rem;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
  }
  .table {
    position: relative;
  }
  .dock,
  .board > section,
  .side {
    position: relative;
    min-width: 0;
    padding: 0.4rem 0.6rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
  }
  .dock {
    display: grid;
    gap: 0.4rem 1rem;
    grid-template-columns: minmax(0, 1fr);
  }
  .dock:not(:has(.bar > *, .asked, .hand, .payment, .refusal, .status > *)),
  .actions:not(:has(.bar > *, .asked, .refusal, .status > *)) {
    position: absolute;
    clip-path: inset(50%);
    width: 1px;
    height: 1px;
    padding: 0;
    overflow: hidden;
  }
  .purse,
  .top {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.1rem 1rem;
  }
  .actions {
    display: grid;
    gap: 0.3rem;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem;
  }
  .status p {
    font-weight: 600;
  }
  .board > section > h2 {
    display: inline-block;
    margin: 0 0.6rem 0.2rem 0;
  }
  .aside {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.15rem 0.5rem;
    font-size: 0.8rem;
    color: var(--ink-soft);
  }
  .line {
    display: grid;
    gap: 0.4rem;
  }
  .track .line {
    grid-template-columns: repeat(6, minmax(0, 1fr));
  }
  .council .line {
    grid-template-columns: repeat(5, minmax(0, 1fr));
  }
  .locations .line {
    grid-template-columns: auto minmax(0, 1fr);
    align-items: start;
  }
  .piles {
    display: grid;
    gap: 0.4rem;
  }
  .spaces {
    display: contents;
  }
  .spaces > li,
  .line > li {
    display: grid;
  }
  .lords-at-court {
    display: grid;
    gap: 0.5rem;
    grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
  }
  .lords-at-court > li {
    display: grid;
    min-width: 0;
  }
  .lords-at-court > .free {
    min-height: 2rem;
  }
  .lords-at-court > .free,
  .space:not(:has(.card)) {
    position: relative;
    border: 2px dashed var(--line);
    border-radius: var(--radius);
  }
  .space {
    position: relative;
    min-height: 4.4rem;
  }
  .space > .bonus {
    position: absolute;
    inset: auto 0 0.3rem;
    text-align: center;
    font-size: 0.8rem;
    color: var(--ink-soft);
  }
  .squares {
    display: grid;
    gap: 0.3rem;
    grid-template-columns: repeat(6, minmax(3.1rem, 1fr));
  }
  .squares > li {
    padding: 0.15rem;
    border: 1px solid var(--line);
    border-radius: 0.35rem;
    text-align: center;
    font-size: 0.8rem;
  }
  .squares > .here {
    border: 2px solid var(--turn);
    background: var(--accent-soft);
  }
  .number {
    display: inline-flex;
    gap: 0.2em;
    font-weight: 700;
  }
  .here .number {
    color: var(--turn);
  }
  .reward {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    align-items: center;
    gap: 0.05rem;
    min-height: 1.15rem;
  }
  .reward + .reward {
    border-top: 1px dotted var(--ink-soft);
  }
  .reward .emblem {
    width: 1rem;
    height: 1rem;
  }
  .reward:has(.act) {
    min-height: 1.9rem;
  }
  .tiles {
    display: grid;
    gap: 0.4rem;
    grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr));
  }
  .tiles > li {
    display: grid;
    min-width: 0;
  }
  .sides {
    display: grid;
    gap: 0.5rem;
    align-content: start;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
  }
  .cards {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
    padding-top: 0.35rem;
  }
  .cards > li {
    width: 4.5rem;
    display: grid;
  }
  .payment {
    display: grid;
    gap: 0.4rem;
    padding: 0.4rem 0.6rem;
    border: 2px solid var(--turn);
    border-radius: var(--radius);
  }
  .sum {
    display: flex;
    flex-wrap: wrap;
    gap: 0.3rem 1.5rem;
  }
  .sum > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
    align-items: center;
  }
  .sum dt {
    color: var(--ink-soft);
  }
  .sum b {
    font-size: 1.15rem;
  }
  .lacks {
    display: inline-flex;
    gap: 0.2em;
    color: var(--bad);
    font-weight: 600;
  }
  .set-aside summary {
    padding: 0.3rem 0.2rem;
    cursor: pointer;
    color: var(--ink-soft);
  }
  .set-aside dt {
    margin-top: 0.4rem;
    font-weight: 600;
  }
  @container (max-width: 30rem) {
    .dock,
    .board {
      display: contents;
    }
    .actions,
    .payment,
    .hand,
    .board > section,
    .side {
      padding: 0.4rem;
      border: 1px solid var(--line);
      border-radius: var(--radius);
      background: var(--surface);
    }
    .actions:has(.bar > *, .refusal, .status > *) {
      position: sticky;
      top: 0;
      z-index: 4;
      box-shadow: var(--shadow);
    }
    .side.own {
      order: 1;
    }
    .sides {
      order: 2;
    }
    .set-aside {
      order: 3;
    }
    .lords-at-court {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
    .squares {
      grid-template-columns: repeat(3, 1fr);
    }
    .cards > li {
      width: 3.7rem;
    }
    .ally .name {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .hand .cards {
      flex-wrap: nowrap;
      overflow-x: auto;
      padding: 0.6rem 0.3rem 0.4rem;
    }
    .hand .cards > li {
      flex: none;
    }
  }
  @container (min-width: 30rem) {
    .dock > .side {
      padding: 0;
      border: 0;
    }
  }
  @container (min-width: 44rem) {
    .dock {
      grid-template-columns: minmax(0, 6fr) minmax(0, 5fr);
    }
    .actions,
    .dock:has(.payment) > .side,
    .dock:not(:has(.hand)) > * {
      grid-column: 1 / -1;
    }
    .payment {
      grid-column: 2;
      grid-row: 2;
      align-content: start;
    }
    .board {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
    .court,
    .council,
    .board:has(> .sides > :nth-child(2)) > :is(.locations, .sides) {
      grid-column: 1 / -1;
    }
    .lords-at-court {
      display: flex;
    }
    .lords-at-court > li {
      flex: 1;
    }
    .lords-at-court > .free {
      flex: none;
      width: 2rem;
      min-height: 5.5rem;
    }
    .council {
      display: flex;
      align-items: center;
    }
    .council .line {
      flex: 1;
    }
    .council .stack {
      flex-flow: row wrap;
      justify-content: center;
      gap: 0 0.4rem;
      min-height: 2.1rem;
    }
    .council .stack > .emblem {
      width: 1.4rem;
      height: 1.4rem;
    }
    .council .stack > .act > .cue {
      inset: calc(50% - 0.6rem) -0.6rem auto auto;
    }
  }
  /* On lower windows the dock would cover the board, so there it comes first. */
  @media (min-height: 62rem) {
    @container (min-width: 44rem) {
      .dock {
        order: 2;
        position: sticky;
        bottom: 0;
        z-index: 5;
      }
      .set-aside {
        order: 3;
      }
    }
  }
`;

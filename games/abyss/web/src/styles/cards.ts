// Cards: Allies, Lords, Locations, stacks and decks, and the button that lies over them.
import { css } from "lit";

/** The styles of cards. */
export const cards = css`
  .card {
    position: relative;
    display: flex;
    flex-direction: column;
    min-width: 0;
    padding: 0.3rem 0.35rem;
    border: 1px solid var(--line);
    border-radius: 0.45rem;
    background: color-mix(in srgb, var(--tint, var(--line)) 12%, var(--surface));
    font-size: 0.75rem;
    line-height: 1.2;
    overflow-wrap: break-word;
    hyphens: auto;
  }
  .card .name {
    font-weight: 600;
  }
  .ally,
  .stack,
  .pile {
    width: 100%;
    min-height: 4.4rem;
    align-items: center;
    justify-content: space-between;
    text-align: center;
    border-color: var(--tint, var(--line));
  }
  .locations .pile {
    width: 4.1rem;
  }
  .ally > .emblem,
  .stack > .emblem {
    width: 1.9rem;
    height: 1.9rem;
  }
  .ally .value,
  .stack > b,
  .pile > b {
    font-size: 1.15rem;
    line-height: 1;
  }
  .ally .value {
    display: flex;
    width: 100%;
    justify-content: space-between;
    align-items: baseline;
    min-height: 1.15rem;
  }
  .ally .name,
  .stack .name,
  .pile .name {
    font-size: 0.66rem;
    overflow-wrap: normal;
    font-weight: 400;
  }
  .times {
    font-size: 0.8rem;
    font-weight: 700;
  }
  .several {
    box-shadow:
      2px -2px 0 -1px var(--surface),
      2px -2px 0 0 var(--tint, var(--line)),
      4px -4px 0 -1px var(--surface),
      4px -4px 0 0 var(--tint, var(--line));
  }
  .passed .card {
    border-style: dotted;
  }
  .ally,
  .stack {
    padding-inline: 0.15rem;
  }
  .pile {
    min-height: 2rem;
    padding-block: 0;
    justify-content: center;
    border: 3px double var(--ink-soft);
  }
  .pile .name {
    color: var(--ink-soft);
  }
  .empty {
    border-style: dashed;
    background: none;
  }
  .card .badge {
    white-space: normal;
    border-radius: 0.3rem;
  }
  .bonus {
    font-size: 0.75rem;
    font-weight: 600;
  }
  .card.lord {
    gap: 0.2rem;
    min-height: 5.5rem;
    border-top: 4px solid var(--tint);
  }
  .card > .head::before {
    content: "";
    float: right;
    width: 1.1rem;
    height: 1.1rem;
  }
  .card > .head .name {
    font-size: 0.75rem;
  }
  .card > .head > .emblem {
    margin-right: 0.25rem;
  }
  .card.now {
    outline: 3px double var(--turn);
    outline-offset: 1px;
  }
  .power {
    flex: 1;
    font-size: 0.7rem;
    color: var(--ink-soft);
  }
  .power > .emblem {
    width: 0.8rem;
    height: 0.8rem;
    margin-right: 0.2rem;
    vertical-align: -0.1rem;
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: center;
    gap: 0.1rem 0.3rem;
  }
  .cost,
  .worth {
    display: inline-flex;
    align-items: center;
    gap: 0.12rem;
    position: relative;
  }
  .cost s {
    color: var(--ink-soft);
  }
  .cost b {
    font-size: 1rem;
    margin-right: 0.1rem;
  }
  .cost .emblem {
    width: 0.95rem;
    height: 0.95rem;
  }
  .worth b {
    font-size: 0.95rem;
  }
  .card.location {
    gap: 0.15rem;
  }
  .sentinel {
    display: inline-flex;
    align-items: center;
    gap: 0.15rem;
    position: relative;
    padding: 0 1.4rem 0 0.3rem;
    border: 1px solid var(--bad);
    border-radius: 0.3rem;
    background: var(--bad-soft);
    color: var(--bad);
    font-weight: 600;
    font-size: 0.7rem;
    max-width: 100%;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .loot {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
  }
  .loot.decks {
    margin-top: 0.4rem;
  }
  .card-list {
    display: flex;
    flex-wrap: wrap;
    gap: 0.15rem 0.4rem;
    font-size: 0.75rem;
  }
  .card-list > li {
    position: relative;
    white-space: nowrap;
  }
  .act,
  .about {
    position: absolute;
    padding: 0;
    background: none;
  }
  .act {
    inset: -2px;
    z-index: 1;
    border: 3px solid var(--accent);
    border-radius: inherit;
    min-height: 24px;
    min-width: 24px;
  }
  .act:hover {
    background: color-mix(in srgb, var(--accent) 18%, transparent);
  }
  .card > .act,
  .chip > .act {
    border-radius: 0.45rem;
  }
  .cue {
    position: absolute;
    left: calc(50% - 0.6rem);
    bottom: -0.6rem;
    pointer-events: none;
    display: grid;
    place-items: center;
    width: 1.15rem;
    height: 1.15rem;
    border-radius: 50%;
    background: var(--accent);
    color: var(--on-accent);
  }
  :is(.ally, .stack, .pile, .reward, .chip) > .act > .cue {
    top: -0.6rem;
    bottom: auto;
  }
  :is(.chip, .reward, .pile) > .act > .cue {
    left: auto;
    right: -0.5rem;
  }
  .card.location:has(> .act) {
    padding-bottom: 0.6rem;
  }
  .cue .emblem {
    width: 0.75rem;
    height: 0.75rem;
  }
  .about {
    top: 0;
    right: 0;
    z-index: 2;
    width: 1.5rem;
    height: 1.5rem;
    border: 0;
    border-radius: 0.4rem;
    font:
      italic 700 0.85rem/1 Georgia,
      serif;
    color: var(--ink-soft);
  }
  .about > span {
    position: absolute;
    top: 0.3rem;
    right: 0.5rem;
  }
  /* If no step is offered, the whole card opens its details. */
  :is(.card, .chip, .sentinel):not(:has(> .act)) > .about {
    inset: 0;
    width: 100%;
    height: 100%;
  }
  :is(.loot, .sentinel) .about {
    z-index: 3;
  }
  .sentinel > .about > span {
    top: 0.1rem;
  }
  .about:hover {
    color: var(--accent);
  }
  .card:not(:has(> .act)):has(> .about:hover) {
    border-color: var(--accent);
  }
`;

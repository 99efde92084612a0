// The sides of the players: counts, Lords and Locations, affiliated Allies.
import { css } from "lit";

/** The styles of a player's side. */
export const sides = css`
  .side {
    display: grid;
    gap: 0.3rem;
    align-content: start;
  }
  .board .side.active,
  .dock:has(> .side.active) {
    border-color: var(--turn);
    box-shadow: inset 4px 0 0 var(--turn);
  }
  .badges,
  .stats,
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 0.4rem;
    align-items: center;
  }
  .stats {
    gap: 0.2rem 0.8rem;
  }
  .side > .chips,
  .estate {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 11rem), 1fr));
    gap: 0.2rem;
    align-items: stretch;
  }
  .estate > .chips {
    display: contents;
  }
  .chip.lord,
  .chip.location {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto auto;
    gap: 0 0.25rem;
    padding-block: 0.1rem;
    padding-right: 1.3rem;
    line-height: 1.15;
  }
  .chip > .name {
    overflow-wrap: break-word;
    hyphens: auto;
  }
  .chip.lord > .worth {
    display: inline-flex;
    align-items: center;
    gap: 0.12rem;
  }
  .chip.location > :is(.badge, .loot) {
    grid-column: 1 / -1;
    justify-self: start;
    white-space: normal;
  }
  .stats > li {
    display: inline-flex;
    align-items: center;
    gap: 0.25rem;
  }
  .stats b {
    font-size: 1rem;
  }
  .token {
    padding: 0 0.3rem;
    border: 1px solid var(--line);
    border-radius: 0.6rem;
    font-size: 0.75rem;
  }
  .belongings {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.2rem 0.5rem;
  }
  .caption {
    font-size: 0.75rem;
    color: var(--ink-soft);
  }
  .chip {
    position: relative;
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.2rem;
    min-height: 1.6rem;
    padding: 0 0.35rem;
    border: 1px solid var(--line);
    border-radius: 0.35rem;
    background: var(--paper);
    font-size: 0.78rem;
  }
  .chip:not(.lord, .location):has(> .about) {
    padding-right: 1.4rem;
  }
  .chip.lord {
    border-left: 4px solid var(--tint);
  }
  .chip .worth {
    font-size: 0.75rem;
  }
  .chip.turned .name {
    text-decoration: line-through;
  }
  .chip.covered {
    border-style: dotted;
    border-left-style: solid;
  }
  .chip .state {
    display: inline-flex;
    gap: 0.15rem;
    color: var(--bad);
    font-size: 0.7rem;
  }
  .chip.covered .state {
    display: none;
  }
  .estates {
    display: grid;
    gap: 0.2rem;
  }
  .estate {
    padding: 0.15rem;
    border: 1px solid var(--line);
    border-radius: 0.4rem;
  }
  .chip.location {
    font-weight: 600;
  }
  .group {
    display: inline-flex;
    align-items: center;
    gap: 0.2rem;
  }
  .group > .emblem {
    width: 1.3rem;
    height: 1.3rem;
    color: var(--tint);
  }
  .chip.value {
    min-width: 1.6rem;
    justify-content: center;
  }
`;

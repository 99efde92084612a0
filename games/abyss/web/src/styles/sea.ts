// The sea: the Court and the Locations at its head, below them the track, the Council and the threat.
import { css } from "lit";

/** The layout of what all players share. */
export const sea = css`
  .board {
    position: relative;
    display: grid;
    gap: 0.35rem;
    grid-template-columns: minmax(0, 1fr);
    padding: 0.4rem 0.4rem 0;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background:
      linear-gradient(105deg, #0000 30%, light-dark(#fff9, #ffffff0d) 34% 38%, #0000 44%),
      linear-gradient(112deg, #0000 56%, light-dark(#fff8, #ffffff0a) 60% 66%, #0000 71%),
      linear-gradient(var(--shallow), var(--water) 45%, var(--deep));
  }
  .sea {
    position: relative;
    display: grid;
    gap: 0.25rem 0.9rem;
    grid-template-columns: repeat(12, minmax(0, 1fr));
  }
  .tools {
    grid-column: 1 / 9;
    grid-row: 1;
    justify-self: end;
    align-self: start;
    z-index: 1;
    display: flex;
    gap: 0.3rem;
  }
  .sea h2 {
    display: inline-block;
    margin-right: 0.5rem;
    font-size: 0.95rem;
    line-height: 1.7rem;
    white-space: nowrap;
  }
  .sea > :is(.track, .council, .threat) > h2 {
    line-height: 1.35rem;
  }
  .aside {
    display: inline-flex;
    align-items: center;
    gap: 0.3rem;
    font-size: 0.8rem;
  }
  .aside b {
    font-family: var(--heading);
    font-size: 1rem;
  }
  .aside > .words {
    color: var(--ink-soft);
  }
  .court {
    grid-column: 1 / 9;
    grid-row: 1;
  }
  .locations {
    grid-column: 9 / -1;
    grid-row: 1;
    min-width: 0;
  }
  .track {
    grid-column: 1 / 6;
    grid-row: 2;
  }
  .council {
    grid-column: 6 / 9;
    grid-row: 2;
  }
  .threat {
    grid-column: 9 / -1;
    grid-row: 2;
  }
  .pile {
    position: relative;
    display: inline-grid;
    justify-items: center;
    align-content: start;
    flex: none;
    --back: 2rem;
  }
  .pile > b {
    font-family: var(--heading);
    font-size: 0.95rem;
    line-height: 1.1;
  }
  .lords-at-court {
    display: grid;
    grid-template-columns: 2.1rem repeat(6, minmax(0, 1fr));
    gap: 0.4rem;
  }
  .lords-at-court > li {
    position: relative;
    min-width: 0;
    container-type: inline-size;
  }
  .lords-at-court > .pile {
    container-type: normal;
  }
  .lords-at-court > li > .face {
    --w: 100cqi;
  }
  .lords-at-court > .free {
    aspect-ratio: 1 / 1.34;
    border: 2px dashed var(--groove);
    border-radius: 0.6rem;
  }
  .lords-at-court > .now {
    outline: 3px solid var(--turn);
    outline-offset: 1px;
    border-radius: 0.6rem;
  }
  .line {
    display: flex;
    gap: 0.4rem;
  }
  .locations > .line {
    align-items: start;
  }
  .locations > h3 {
    margin-top: 0.15rem;
    font-size: 0.82rem;
  }
  .tiles {
    flex: 1;
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(4.1rem, 1fr));
    gap: 0.3rem;
    min-width: 0;
  }
  .tiles > li {
    position: relative;
    min-width: 0;
    container-type: inline-size;
  }
  .tiles .face {
    --w: 100cqi;
  }
  /* In two rows they are as high as the Court. */
  @container board (min-width: 44rem) {
    .location:has(> :nth-child(7)) {
      grid-template-columns: repeat(4, minmax(0, 1fr));
    }
    .locations:has(.drawn, .searched, .location > :nth-child(4)) .tiles .face {
      height: 3.4rem;
    }
    .locations:has(.drawn, .searched, .location > :nth-child(4)) .tiles .charge {
      inset: 2% 30% 60%;
    }
  }
  .searched {
    max-height: 8rem;
    overflow-y: auto;
    padding: 3px;
    margin: -3px;
  }
  .spaces {
    flex: 1;
    display: grid;
    grid-template-columns: repeat(5, minmax(0, 1fr));
    gap: 0.3rem;
  }
  .track > .line {
    align-items: start;
  }
  .space {
    position: relative;
    min-width: 0;
    container-type: inline-size;
  }
  .space > .face {
    --w: 100cqi;
  }
  .space:not(:has(.face)) {
    aspect-ratio: 1 / 1.34;
    border: 2px dashed var(--groove);
    border-radius: 0.5rem;
  }
  .space.passed > .face {
    filter: saturate(0.6);
    opacity: 0.85;
  }
  .bonus {
    position: absolute;
    inset: auto 0 0.3rem;
    display: flex;
    align-items: center;
    justify-content: center;
    font-size: 0.8rem;
    font-weight: 700;
  }
  .discarded {
    display: inline-grid;
    justify-items: center;
    align-self: end;
    color: var(--ink-soft);
    font-size: 0.8rem;
    line-height: 1.1;
  }
  .council > .line {
    display: grid;
    grid-template-columns: repeat(5, minmax(0, 1fr));
    gap: 0.3rem;
  }
  .stack {
    position: relative;
    display: grid;
    justify-items: center;
    align-content: center;
    min-width: 0;
    min-height: 4.4rem;
    border: 1.5px solid #d9c896;
    border-radius: 0.45rem;
    background: linear-gradient(#fff2, #0000 40%, #0006), var(--tint);
    color: var(--on-tint);
    box-shadow:
      calc(var(--cards) * 1px) calc(var(--cards) * -1px) 0 0 #d9c896,
      0 0 0 1px #06121c;
  }
  .stack > .shield > .symbol {
    display: block;
    width: 1.7rem;
    height: 1.7rem;
  }
  .stack > b {
    font-family: var(--heading);
    font-size: 1.25rem;
    line-height: 1;
  }
  .stack > .name {
    display: none;
    max-width: 100%;
    font-size: 0.62rem;
    line-height: 1.1;
  }
  .stack.empty {
    border-style: dashed;
    border-color: var(--groove);
    background: color-mix(in srgb, var(--tint) 14%, transparent);
    color: var(--ink);
    box-shadow: none;
  }
  .squares {
    display: grid;
    grid-template-columns: repeat(6, minmax(0, 1fr));
    gap: 2px;
  }
  .square {
    display: grid;
    align-content: start;
    min-height: 4.4rem;
    padding-bottom: 2px;
    border-radius: 0.35rem;
    background: color-mix(in srgb, var(--shallow) 75%, transparent);
    box-shadow: inset 0 0 0 1px var(--groove);
    text-align: center;
  }
  .square.past {
    background: color-mix(in srgb, var(--groove) 55%, transparent);
  }
  .square.here {
    box-shadow: inset 0 0 0 2px var(--turn);
    background: var(--accent-soft);
  }
  .number {
    display: flex;
    align-items: center;
    justify-content: center;
    height: 1.3rem;
    font-family: var(--heading);
    line-height: 1;
  }
  .here > .number {
    color: var(--turn);
  }
  .here > .number > .symbol {
    width: 1.25rem;
    height: 1.25rem;
  }
  .reward {
    position: relative;
    display: flex;
    align-items: center;
    justify-content: center;
    min-height: 1rem;
    font-size: 0.8rem;
  }
  .reward > .symbol {
    width: min(1.05em, 30%);
  }
  .reward > .sphere {
    width: 0.75em;
    height: 0.75em;
    margin: 0 0.1em;
    flex: none;
  }
  .reward + .reward {
    border-top: 1px dotted var(--groove);
  }
  .reward:has(.act) {
    min-height: 1.75rem;
  }
  .reward > .act {
    inset: 0 1px;
  }
  .sentinel {
    position: absolute;
    /* The cost, at the left, stays in sight. */
    inset: -0.3rem 2px auto auto;
    z-index: 3;
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 0.1rem;
    max-width: calc(100% - 1.6rem);
    padding: 0 0.2rem;
    border-radius: 0.3rem;
    background: #f2e9cf;
    color: #4a1620;
    box-shadow: 0 0 0 1px #06121c;
    font-size: 0.66rem;
    font-weight: 700;
    line-height: 1.3;
  }
  .sentinel > .name {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .loots {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 0.15rem;
  }
  .tiles .loots {
    position: absolute;
    inset: 1px 1px auto auto;
    z-index: 3;
    display: grid;
  }
  .loot {
    position: relative;
    display: inline-flex;
    align-items: center;
    min-width: 24px;
    min-height: 1.2rem;
    padding: 0 0.15rem;
    border-radius: 0.3rem;
    background: #f2e9cf;
    color: #3a2c14;
    box-shadow: 0 0 0 1px #06121c;
    font-size: 0.7rem;
    font-weight: 700;
  }
  .mark.now {
    color: var(--turn);
  }
  @container board (max-width: 43.99rem) {
    .board {
      gap: 0.3rem;
      padding: 0.3rem 0.25rem 0;
    }
    .sea {
      gap: 0.2rem 0.5rem;
    }
    .tools .quiet {
      padding: 0 0.4rem;
    }
    .tools .words {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .lords-at-court > .free {
      display: none;
    }
    .sea h2 {
      font-size: 0.85rem;
    }
    .court,
    .locations,
    .track,
    .council,
    .threat {
      grid-column: 1 / -1;
      grid-row: auto;
    }
    .court {
      grid-row: 1;
    }
    .tools {
      grid-column: 1 / -1;
    }
    .council > h2,
    .threat > h2,
    .threat > .aside {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .lords-at-court {
      grid-template-columns: repeat(3, minmax(0, 1fr));
      gap: 0.25rem;
    }
    .lords-at-court > li > .face {
      height: calc(var(--w) * 0.82);
      font-size: calc(var(--w) / 7.4);
    }
    .lords-at-court .cost {
      display: inline-flex;
      gap: 0.25em;
    }
    .lords-at-court .races {
      grid-template-columns: repeat(3, auto);
    }
    .lords-at-court > .pile {
      position: absolute;
      inset: -1.75rem auto auto 4rem;
      grid-template-columns: auto auto;
      align-items: center;
      gap: 0.25rem;
      --back: 1.1rem;
    }
    .lords-at-court {
      position: relative;
    }
    .stack {
      min-height: 2.9rem;
      grid-template-columns: auto auto;
      gap: 0.2rem;
    }
    .stack > .name {
      display: block;
      grid-column: 1 / -1;
    }
    .stack > .shield > .symbol {
      width: 1.3rem;
      height: 1.3rem;
    }
    .square {
      min-height: 3.6rem;
    }
  }
`;

// The styles of the generic table.
import { css } from "lit";

/** The table and its panels. */
export const tableStyle = css`
  :host {
    container-type: inline-size;
  }
  .table {
    display: grid;
    gap: var(--space);
    align-items: start;
  }
  .table > * {
    min-width: 0;
  }
  .view {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space);
  }
  .others {
    columns: 16rem;
    column-gap: var(--space);
  }
  .others > * {
    break-inside: avoid;
  }
  .others > * + * {
    margin-top: var(--space);
  }
  .others > :only-child {
    column-span: all;
  }
  @container (min-width: 52rem) {
    .table {
      grid-template-columns: minmax(17rem, 22rem) minmax(0, 1fr);
    }
    .actions {
      position: sticky;
      top: 0.5rem;
      max-height: calc(100vh - 1rem);
      overflow: auto;
    }
  }
  .panel {
    padding: 0.6rem 0.8rem;
  }
  .own {
    border: 2px solid var(--accent);
  }
  .preview .view {
    outline: 3px dashed var(--turn);
    outline-offset: 0.35rem;
    border-radius: var(--radius);
  }
  .actions h2 {
    font-size: 1.1rem;
    margin-bottom: 0.5rem;
  }
  .panel > h3 {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.2rem 0.5rem;
    margin-bottom: 0.4rem;
  }
  .badge {
    font-family: var(--font);
    font-weight: 400;
  }
  .panel.highlighted {
    outline: 3px solid var(--focus);
    outline-offset: 1px;
  }
  h4 {
    margin: 0 0 0.25rem;
    font-size: 0.9rem;
    color: var(--ink-soft);
  }
  .groups {
    display: flex;
    flex-wrap: wrap;
    gap: 0.6rem 1.4rem;
    margin-block: 0.6rem;
  }
  .group {
    max-width: 100%;
  }
  .group.wide {
    flex-basis: 100%;
  }
  .group .group {
    padding-inline-start: 0.6rem;
    border-inline-start: 2px solid var(--line);
  }
  .empty {
    margin: 0.4rem 0 0;
    font-size: 0.85rem;
  }
  dl.facts {
    display: flex;
    flex-wrap: wrap;
    gap: 0.3rem;
    margin: 0.4rem 0;
  }
  dl.facts > div {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 0.45rem;
    padding: 0.1rem 0.5rem;
    border-radius: var(--radius);
    background: var(--sunken);
  }
  dt {
    font-size: 0.85rem;
    color: var(--ink-soft);
  }
  dd {
    margin: 0;
    font-weight: 600;
  }
  ul.items {
    display: flex;
    flex-wrap: wrap;
    gap: 0.3rem 0.4rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  ul.items > li {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.1rem 0.3rem;
    min-width: 0;
  }
  ul.items > li.thing,
  ul.items > li.card {
    padding: 0.2rem 0.4rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
  }
  ul.items.cards {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 12.5rem), 1fr));
  }
  ul.items > li.card {
    display: block;
    padding: 0.35rem 0.5rem;
    border-inline-start: 0.3rem solid var(--accent);
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.1rem 0.4rem;
    margin: 0;
  }
  .text {
    margin: 0.2rem 0 0;
    font-size: 0.82rem;
    line-height: 1.35;
    color: var(--ink-soft);
    white-space: pre-line;
  }
  ul.more {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.1rem 0.6rem;
    margin: 0;
    padding: 0;
    list-style: none;
    font-size: 0.85rem;
  }
  ul.more ul.items {
    display: inline-flex;
    vertical-align: baseline;
  }
  .chip {
    display: inline-block;
    min-height: 0;
    padding: 0.05rem 0.5rem;
    border: 1px solid var(--line);
    border-radius: 0.4rem;
    background: var(--surface);
    color: var(--ink);
    font-weight: 600;
    line-height: 1.4;
    text-align: start;
  }
  button.chip {
    min-height: 1.6rem;
    text-decoration: underline dotted;
    text-underline-offset: 0.2em;
  }
  .chip.seat {
    border-style: none;
    padding-inline: 0;
    background: none;
  }
  .chip.hidden {
    border-style: dashed;
    color: var(--ink-soft);
    font-weight: 400;
  }
  .chip.highlighted {
    outline: 3px solid var(--focus);
    outline-offset: 1px;
  }
  button.caption {
    display: inline;
    min-height: 0;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font-weight: inherit;
    text-align: start;
    text-decoration: underline dotted;
    text-underline-offset: 0.2em;
  }
  .columns {
    width: 100%;
  }
  .columns th,
  .columns td {
    padding: 0.15rem 0.3rem;
    text-align: start;
    vertical-align: baseline;
  }
  .columns ul.more {
    gap: 0 0.6rem;
    white-space: nowrap;
  }
  .columns td.highlighted {
    outline: 3px solid var(--focus);
    outline-offset: -3px;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 0.1rem 0.8rem;
    margin-bottom: 0.2rem;
    font-size: 0.85rem;
  }
  .count,
  .figure,
  .number {
    font-weight: 700;
    font-variant-numeric: tabular-nums;
  }
  .mark {
    padding: 0 0.35em;
    border: 1px solid var(--turn);
    border-radius: 0.8em;
    color: var(--turn);
    font-size: 0.75rem;
    font-weight: 700;
    white-space: nowrap;
  }
  .moving .mark {
    animation: come 0.6s ease-out;
  }
  @keyframes come {
    from {
      transform: scale(2);
      opacity: 0;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .moving .mark {
      animation: none;
    }
  }
  details.aside {
    padding: 0.4rem 0.8rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
  }
  summary {
    cursor: pointer;
    font-weight: 600;
  }
  .preview-box {
    margin-bottom: 0.75rem;
    padding: 0.5rem 0.7rem;
    border: 2px dashed var(--turn);
    border-radius: var(--radius);
  }
  .preview-box ul,
  .preview-box ol {
    margin: 0.2rem 0 0.5rem;
    padding-inline-start: 1.3rem;
  }
  .preview-box p {
    margin-bottom: 0.4rem;
  }
  .switch {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    margin-top: 0.6rem;
    font-weight: 400;
    font-size: 0.9rem;
  }
`;

/** The buttons of steps. */
export const movesStyle = css`
  .kinds {
    display: grid;
    gap: 0.5rem;
  }
  ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0.35rem;
  }
  li {
    display: flex;
    align-items: stretch;
    max-width: 100%;
    gap: 0.15rem;
  }
  ul.texts {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
  }
  ul.texts li {
    flex-direction: column;
  }
  .step {
    flex: 1;
    justify-content: flex-start;
    text-align: start;
    line-height: 1.25;
    border-color: var(--accent);
    border-inline-start-width: 0.3rem;
  }
  .text {
    margin: 0;
    padding-inline-start: 0.3rem;
    font-size: 0.82rem;
    line-height: 1.35;
    color: var(--ink-soft);
    white-space: pre-line;
  }
  .about {
    padding: 0 0.7rem;
    color: var(--ink-soft);
  }
  kbd {
    min-width: 1.5em;
    padding: 0 0.3em;
    border: 1px solid var(--line);
    border-radius: 0.3em;
    background: var(--sunken);
    color: var(--ink-soft);
    font: inherit;
    font-size: 0.75rem;
    text-align: center;
  }
  details > ul {
    margin-top: 0.35rem;
  }
  summary {
    padding: 0.3rem 0;
    cursor: pointer;
    font-weight: 600;
  }
  .search {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem;
    margin-bottom: 0.5rem;
  }
  .keys {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    margin-top: 0.8rem;
    font-weight: 400;
    font-size: 0.9rem;
  }
  @media (hover: none) {
    .keys,
    kbd {
      display: none;
    }
  }
`;

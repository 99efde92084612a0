// Icons, all drawn for this project: emblems of races and guilds, symbols of resources.
import { html, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import type { AbyssRace } from "./generated.ts";

/** Everything that has an icon. */
export type Symbol =
  | AbyssRace
  | "military"
  | "merchant"
  | "mage"
  | "politician"
  | "farmer"
  | "ambassador"
  | "smuggler"
  | "pearl"
  | "key"
  | "monster"
  | "nebulis"
  | "kraken"
  | "sentinel"
  | "loot"
  | "lord"
  | "location"
  | "hand"
  | "any"
  | "point"
  | "arrow"
  | "turned"
  | "more";

const line = (d: string, width = 2) =>
  svg`<path d=${d} fill="none" stroke="currentColor" stroke-width=${width} stroke-linecap="round" stroke-linejoin="round"/>`;
const area = (d: string) => svg`<path d=${d} fill="currentColor"/>`;

const SHAPES: Readonly<Record<Symbol, SVGTemplateResult>> = {
  // A broad shell between two open claws.
  crab: svg`${area("M5 15c0-4 3-6 7-6s7 2 7 6c0 3-3 5-7 5s-7-2-7-5z")}
    ${area("M5 11C2 10 1 6 3 3l2 3 2-3c2 3 1 7-2 8z")}
    ${area("M19 11c3-1 4-5 2-8l-2 3-2-3c-2 3-1 7 2 8z")}
    ${line("M4 19l-2 2M20 19l2 2", 1.6)}`,
  // A fan with its ribs.
  shellfish: svg`<path fill-rule="evenodd" fill="currentColor" d="M12 21l-3-3C4 17 1.5 13 2 9c1-4 5-6.5 10-6.5S21 5 22 9c.5 4-2 8-7 9zM11.3 17V5h1.4v12zM8.8 16.3 6 7l1.3-.4 2.8 9.3zM15.2 16.3 18 7l-1.3-.4-2.8 9.3z"/>`,
  // A bell and what trails from it.
  jellyfish: svg`${area("M3 12C3 6 7 2.5 12 2.5S21 6 21 12c-1.5 1.5-3 1.5-4.5.3-1.5 1.2-3 1.2-4.5 0-1.5 1.2-3 1.2-4.5 0C6 13.5 4.5 13.5 3 12z")}
    ${line("M6 15c1.5 2-1 4 .5 6.5M12 15c1.5 2-1.5 4 0 7M18 15c-1.5 2 1 4-.5 6.5", 1.7)}`,
  // A pointed mantle above spread arms.
  squid: svg`${area("M12 1.5l6 6.5h-2.5v6h-7V8H6z")}
    ${line("M9 15c0 3-3 3-5 6M11 15c0 3-1.5 4-2 7M13 15c0 3 1.5 4 2 7M15 15c0 3 3 3 5 6", 1.8)}`,
  // A bent neck and a rolled tail.
  seahorse: svg`${line("M12 6c-4 3 4 6 3 11-.6 3.5-5.5 5-7 2.3-1-2 .8-3.6 2.3-2.6", 3.2)}
    ${area("M10 3.5C12 1.5 16 2 17 5l4.5 2.5-.8 1.5L16 8.5c-3 1.5-6 0-6-2.5z")}
    ${area("M9.5 10 6 11l3 3z")}`,

  military: svg`${area("M12 2l8 3v6c0 5-3 8.5-8 11-5-2.5-8-6-8-11V5z")}`,
  merchant: svg`${line("M12 3v17M5 6h14M8 21h8", 2)}${area("M1.5 13 5 6l3.5 7c-1 2.5-6 2.5-7 0zM15.5 13 19 6l3.5 7c-1 2.5-6 2.5-7 0z")}`,
  mage: svg`${area("M12 1.5l2.6 7.1 7.4.4-5.8 4.6 2 7.2L12 16.7l-6.2 4.1 2-7.2L2 9l7.4-.4z")}`,
  politician: svg`${area("M3 8 12 2l9 6v2H3zM3 19h18v3H3zM5 11h3v7H5zM10.5 11h3v7h-3zM16 11h3v7h-3z")}`,
  farmer: svg`${line("M12 22V8", 2.2)}${area("M12 12C6 12 4 8 4 3c5 0 8 3 8 9zM12 17c6 0 8-4 8-9-5 0-8 3-8 9z")}`,
  ambassador: svg`${area("M2 5h20l-10 8zM2 8l10 8 10-8v11H2z")}`,
  smuggler: svg`${line("M12 7v10a5 5 0 0 1-9 1l3-1", 2.6)}<circle cx="12" cy="4.5" r="2.5" fill="none" stroke="currentColor" stroke-width="2"/>${line("M8 10h8", 2)}`,

  pearl: svg`<circle cx="12" cy="12" r="9" fill="var(--pearl)" stroke="currentColor" stroke-width="2"/>
    ${line("M7.5 11c.5-2.5 2-4 4.5-4.5", 1.8)}`,
  key: svg`<circle cx="8" cy="8" r="4.5" fill="none" stroke="currentColor" stroke-width="3"/>${line("M11.5 11.5 20 20M16 16l3-3M18.5 18.5l2-2", 3)}`,
  monster: svg`<path fill-rule="evenodd" fill="currentColor" d="M2 12c3-6 6-8 10-8s7 2 10 8l-3 1 1 4-4-2-2 5-2-5-2 5-2-5-4 2 1-4zM8 8a1.7 1.7 0 1 0 .01 0zM16 8a1.7 1.7 0 1 0 .01 0z"/>`,
  nebulis: svg`${area("M12 2c1 3 5 4 5 8 3 0 5 2 5 5s-2 6-6 6H8c-4 0-6-3-6-6s2-5 5-5c0-4 4-5 5-8z")}
    <path d="M9 15a3 3 0 1 1 3 3" fill="none" stroke="var(--surface)" stroke-width="1.8" stroke-linecap="round"/>`,
  kraken: svg`<path fill-rule="evenodd" fill="currentColor" d="M12 1.5c5 0 7.5 3.5 7.5 8 0 2-1 3.5-2 4.5H6.5c-1-1-2-2.5-2-4.5 0-4.5 2.5-8 7.5-8zM9 8a1.7 1.7 0 1 0 .01 0zM15 8a1.7 1.7 0 1 0 .01 0z"/>
    ${line("M7 14c0 4-4 2-4 6M10 14c0 4-2 5-3 8M14 14c0 4 2 5 3 8M17 14c0 4 4 2 4 6", 2.2)}`,
  sentinel: svg`${line("M12 8v14M8 22h8", 2.4)}${area("M12 1.5 16 8l-4 3-4-3zM4 9c2 0 3 1 4 3-2 1-4 0-4-3zM20 9c-2 0-3 1-4 3 2 1 4 0 4-3z")}`,
  loot: svg`${area("M3 10C3 6 5 4 8 4h8c3 0 5 2 5 6zM3 12h6.5v3h5v-3H21v8H3z")}`,
  lord: svg`${area("M3 19 2 7l5 4 5-8 5 8 5-4-1 12z")}`,
  location: svg`${area("M4 22V9l3-2V3h2v2h2V2h2v3h2V3h2v4l3 2v13h-6v-5h-4v5z")}`,
  hand: svg`<rect x="3" y="5" width="10" height="15" rx="1.5" fill="none" stroke="currentColor" stroke-width="2" transform="rotate(-10 8 12)"/><rect x="10" y="5" width="10" height="15" rx="1.5" fill="var(--surface)" stroke="currentColor" stroke-width="2" transform="rotate(8 15 12)"/>`,
  any: svg`<circle cx="12" cy="12" r="8.5" fill="none" stroke="currentColor" stroke-width="2.2" stroke-dasharray="4 3"/>`,
  point: svg`${area("M12 1.5 15.2 8l7.3 1-5.3 5 1.3 7.3L12 17.8l-6.5 3.5L6.8 14 1.5 9l7.3-1z")}`,
  arrow: svg`${line("M4 12h14M12 5l7 7-7 7", 3)}`,
  turned: svg`<circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="2.5"/>${line("M6 18 18 6", 2.5)}`,
  more: svg`<circle cx="5" cy="12" r="2.2" fill="currentColor"/><circle cx="12" cy="12" r="2.2" fill="currentColor"/><circle cx="19" cy="12" r="2.2" fill="currentColor"/>`,
};

/** An icon, hidden from screen readers because text beside it says the same; nothing without one. */
export function emblem(symbol: string): TemplateResult | null {
  if (!Object.hasOwn(SHAPES, symbol)) return null;
  const shape = SHAPES[symbol as Symbol];
  return html`<svg class="emblem is-${symbol}" viewBox="0 0 24 24" aria-hidden="true">
    ${shape}
  </svg>`;
}

/** A number with its icon, and its name for screen readers. */
export function figure(symbol: Symbol, count: number | string, name: string): TemplateResult {
  return html`<span class="figure" title=${name}
    >${emblem(symbol)}<span class="visually-hidden">${name} </span><b>${count}</b></span
  >`;
}

/** One icon per item, and the count in words for screen readers. */
export function row(symbol: Symbol, count: number, name: string): TemplateResult | null {
  if (count === 0) return null;
  return html`<span class="row-of" title=${name}
    >${Array.from({ length: count }, () => emblem(symbol))}<span class="visually-hidden"
      >${name}</span
    ></span
  >`;
}

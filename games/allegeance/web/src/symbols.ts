// Symbols of the board, and figures with their symbol.
import { html, nothing, type TemplateResult } from "lit";
import { SHAPES } from "./generated-art.ts";

/** Everything that has a symbol. */
export type Symbol = keyof typeof SHAPES;

/** A symbol, hidden from screen readers because text beside it says the same; nothing without one. */
export function symbol(id: string): TemplateResult | typeof nothing {
  if (!Object.hasOwn(SHAPES, id)) return nothing;
  return html`<svg class="symbol" viewBox="0 0 512 512" aria-hidden="true">
    <path d=${SHAPES[id as Symbol]} />
  </svg>`;
}

/** A number with its symbol, and its name for screen readers and the pointer. */
export function figure(id: Symbol, count: number | string, name: string): TemplateResult {
  return html`<span class="figure of-${id}" data-tip=${name}
    >${symbol(id)}<span class="visually-hidden">${name} </span><b>${count}</b></span
  >`;
}

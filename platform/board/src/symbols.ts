// Symbols of a board, and figures with their symbol.
import { html, nothing, type TemplateResult } from "lit";

type Drawn = TemplateResult | typeof nothing;

/** A symbol by its id, hidden from screen readers because text beside it says the same. */
export type Symbols = (id: string) => Drawn;

/** The symbols that are drawn as these paths, in a square of 256; nothing for any other id. */
export function symbolsOf(shapes: Readonly<Record<string, string>>): Symbols {
  return (id) =>
    Object.hasOwn(shapes, id)
      ? html`<svg class="symbol" viewBox="0 0 256 256" aria-hidden="true">
          <path d=${shapes[id] ?? ""} />
        </svg>`
      : nothing;
}

/** A number with its symbol, and its name for screen readers and the pointer. */
export function figureOf(
  symbol: Symbols,
): (id: string, count: number | string, name: string) => TemplateResult {
  return (id, count, name) =>
    html`<span class="figure of-${id}" data-tip=${name}
      >${symbol(id)}<span class="visually-hidden">${name} </span><b>${count}</b></span
    >`;
}

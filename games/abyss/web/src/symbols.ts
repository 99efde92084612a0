// Symbols of the board, and figures with their symbol. Pearls and Nebulis are drawn as they are.
import { figureOf, symbolsOf, type Symbols } from "@gueridon/board/symbols.ts";
import { html } from "lit";
import { SHAPES } from "./generated-art.ts";

/** Everything that has a symbol. */
export type Symbol = keyof typeof SHAPES | "pearl" | "nebulis";

const shapes = symbolsOf(SHAPES);

/** A symbol; nothing for what has none. */
export const symbol: Symbols = (id) =>
  id === "pearl" || id === "nebulis"
    ? html`<span class="symbol sphere ${id}" aria-hidden="true"></span>`
    : shapes(id);

/** A number with its symbol, and its name for screen readers and the pointer. */
export const figure = figureOf(symbol);

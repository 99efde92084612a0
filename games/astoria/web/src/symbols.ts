// Symbols of the board, and figures with their symbol.
import { figureOf, symbolsOf } from "@gueridon/board/symbols.ts";
import { SHAPES } from "./generated-art.ts";

/** Everything that has a symbol. */
export type Symbol = keyof typeof SHAPES;

/** A symbol; nothing for what has none. */
export const symbol = symbolsOf(SHAPES);

/** A number with its symbol, and its name for screen readers and the pointer. */
export const figure = figureOf(symbol);

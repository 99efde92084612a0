// The recorded positions of the game, shown on its board.
import { Stage, all, nameOf, type Position as AnyPosition } from "@gueridon/board/tests/stage.ts";
import type { AbyssView } from "../src/generated.ts";
import type { AbyssTable } from "../src/table.ts";
import "../src/table.ts";

export { all, nameOf, offers, one, reached } from "@gueridon/board/tests/stage.ts";

/** A recorded position. */
export type Position = AnyPosition<AbyssView>;

/** The positions, and the board that shows them. */
export const stage = new Stage<AbyssView, AbyssTable>(
  import.meta.dirname,
  "gueridon-abyss",
  ({ players }) => players.length,
);

export const { positions, catalogue } = stage;

/** The button whose name begins with these words. */
export function button(table: AbyssTable, name: string): HTMLElement {
  const found = all(table, "button").find((one) => `${nameOf(one)} `.startsWith(`${name} `));
  if (!found) throw new Error(`no button is called ${name}`);
  return found;
}

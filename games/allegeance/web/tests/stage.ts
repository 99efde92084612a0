// The recorded positions of the game, shown on its board.
import { Stage, type Position as AnyPosition } from "@gueridon/board/tests/stage.ts";
import type { AllegeanceView } from "../src/generated.ts";
import type { AllegeanceTable } from "../src/table.ts";
import "../src/table.ts";

export { all, nameOf, offers, one, reached } from "@gueridon/board/tests/stage.ts";

/** A recorded position. */
export type Position = AnyPosition<AllegeanceView>;

/** The positions, and the board that shows them. */
export const stage = new Stage<AllegeanceView, AllegeanceTable>(
  import.meta.dirname,
  "gueridon-allegeance",
  ({ players }) => players.length,
);

export const { positions, catalogue } = stage;

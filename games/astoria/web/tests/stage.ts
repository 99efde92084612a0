// The recorded positions of the game, shown on its board.
import { Stage, type Position as AnyPosition } from "@gueridon/board/tests/stage.ts";
import type { AstoriaView } from "../src/generated.ts";
import type { AstoriaTable } from "../src/table.ts";
import "../src/table.ts";

export { all, nameOf, offers, one, reached } from "@gueridon/board/tests/stage.ts";

/** A recorded position. */
export type Position = AnyPosition<AstoriaView>;

/** The positions, and the board that shows them. */
export const stage = new Stage<AstoriaView, AstoriaTable>(
  import.meta.dirname,
  "gueridon-astoria",
  ({ mages }) => mages.length,
);

export const { positions, catalogue } = stage;

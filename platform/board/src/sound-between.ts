// Which sound goes with what has happened between two states of a table: at most one.
import type { TableState } from "@gueridon/element";
import type { Sound } from "./sounds.ts";

/** What a game says of two views. */
export type Happening = "gain" | "attack";

/** What else decides. */
interface Seen {
  readonly happening: Happening | null;
  /** Whether something went from one place to another. */
  readonly isMoved: boolean;
}

/** The sound of what matters most to the viewer; null where nothing is to be heard. */
export function soundBetween(
  before: TableState,
  after: TableState,
  { happening, isMoved }: Seen,
): Sound | null {
  if (before.status === "PLAYING" && after.status === "OVER") return "over";
  if (isToAct(after) && !isToAct(before)) return "turn";
  return happening ?? (isMoved ? "card" : null);
}

function isToAct({ seat, seats }: TableState): boolean {
  return seats.some(({ number, toAct }) => number === seat && toAct);
}

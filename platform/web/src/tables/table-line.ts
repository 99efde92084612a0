// A table in a list.
import type { TableLineFragment } from "../api/generated.ts";

/** A table in a list. */
export type TableLine = TableLineFragment;

/** Whether a player sits at a table. */
export function sitsAt(table: Pick<TableLine, "seats">, player: string | undefined): boolean {
  return table.seats.some((seat) => seat.player !== null && seat.player.id === player);
}

/** Whether a table waits for a player. */
export function isTurnOf(table: Pick<TableLine, "seats" | "status">, player: string): boolean {
  return (
    table.status === "PLAYING" &&
    table.seats.some((seat) => seat.toAct === true && seat.player?.id === player)
  );
}

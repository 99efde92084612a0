// What a table wants of the visitor: their turn, an answer, that they come back.
import type { LiveTableFragment } from "../api/generated.ts";

/** What is wanted: a turn, an answer to what another does or offers, one to a proposal, a return. */
export type Want = "TURN" | "ASKED" | "PROPOSAL" | "AWAY";

type Table = Pick<LiveTableFragment, "status" | "seat" | "seats" | "toAct" | "moves" | "proposal">;

/** What a table wants of the visitor now, the most pressing first; empty for who only watches. */
export function wantsOf(table: Table): readonly Want[] {
  const { seat, status, proposal } = table;
  const own = table.seats.find(({ number }) => number === seat);
  if (status !== "PLAYING" || !own) return [];
  const wants: Want[] = [];
  if (own.condition === "AWAY") wants.push("AWAY");
  if (own.condition !== "RESIGNED" && (table.toAct ?? []).includes(own.number)) {
    wants.push(isAsked(table) ? "ASKED" : "TURN");
  }
  if (proposal && own.condition === "PLAYING" && !proposal.agreed.includes(own.number)) {
    wants.push("PROPOSAL");
  }
  return wants;
}

/** Whether the visitor is asked to react to what another does; it is not their turn. */
export function isAsked({ moves }: Pick<LiveTableFragment, "moves">): boolean {
  return moves?.some(({ declines }) => declines) ?? false;
}

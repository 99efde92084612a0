// The seats of a table, as lists and the waiting room show them.
import { html, type TemplateResult } from "lit";
import type { TableLineFragment } from "../api/generated.ts";
import { t } from "../i18n/words.ts";

/** A seat in a list. */
export type SeatLine = Pick<
  TableLineFragment["seats"][number],
  "number" | "bot" | "name" | "player"
>;

/** How many seats are taken. */
export function takenSeats(seats: readonly SeatLine[]): number {
  return seats.filter((seat) => seat.name !== null).length;
}

/** Who has a seat. Guests and bots are marked, since any guest can take any name. */
export function seatLabel(seat: SeatLine): TemplateResult {
  if (seat.name === null) return html`<span class="soft">${t("tables.freeSeat")}</span>`;
  const isGuest = seat.player?.standing === "GUEST";
  const note = seat.bot !== null ? t("tables.bot") : isGuest ? t("players.standing.GUEST") : "";
  const name = seat.player
    ? html`<a href="/players/${seat.player.id}">${seat.name}</a>`
    : html`<span>${seat.name}</span>`;
  return html`${name}${note === "" ? "" : html` <span class="soft">(${note})</span>`}`;
}

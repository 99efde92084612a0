// The seats of a table, as lists and the waiting room show them.
import { html, type TemplateResult } from "lit";
import type { TableLineFragment } from "../api/generated.ts";
import { programOf } from "../ui/player-name.ts";
import { t } from "../i18n/words.ts";
import { avatar } from "../ui/avatar.ts";

/** A seat in a list. */
export type SeatLine = Pick<
  TableLineFragment["seats"][number],
  "number" | "bot" | "name" | "player" | "keptFor" | "answerBy"
>;

/** How many seats are taken; those to which a program is only asked are not. */
export function takenSeats(seats: readonly SeatLine[]): number {
  return seats.filter((seat) => seat.name !== null && seat.answerBy === null).length;
}

/** Whether a player could take a seat: it is free, and kept for nobody else. */
export function isOpenTo(seat: SeatLine, player: string | undefined): boolean {
  return seat.name === null && (!seat.keptFor || seat.keptFor.id === player);
}

/** What is said of who sits there, besides the name. */
function noteOf({ bot, player }: SeatLine): string {
  if (bot !== null) return t("tables.bot");
  if (player?.standing === "GUEST") return t("players.standing.GUEST");
  return player?.standing === "PROGRAM" ? programOf(player.owner) : "";
}

/** Who has a seat. Guests, bots and programs are marked, since any guest can take any name. */
export function seatLabel(seat: SeatLine): TemplateResult {
  if (seat.name === null) {
    const words = seat.keptFor
      ? t("tables.keptSeat", { name: seat.keptFor.name })
      : t("tables.freeSeat");
    return html`<span class="soft">${words}</span>`;
  }
  const note = noteOf(seat);
  const name = seat.player
    ? html`<a href="/players/${seat.player.id}">${seat.name}</a>`
    : html`<span>${seat.name}</span>`;
  return html`${avatar(seat.name)}
  ${name}${note === "" ? "" : html` <span class="soft">(${note})</span>`}`;
}

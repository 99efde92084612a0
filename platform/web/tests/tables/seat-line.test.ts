// Seats in lists: who sits there, and for whom a free one is kept.
import { render } from "lit";
import { expect, test } from "vitest";
import { $language } from "../../src/preferences/preferences.ts";
import { isOpenTo, seatLabel, type SeatLine } from "../../src/tables/seat-line.ts";

const BASILE = { id: "b", name: "Basile", standing: "GUEST" as const, owner: null };
const FREE: SeatLine = {
  number: 1,
  bot: null,
  name: null,
  answerBy: null,
  player: null,
  keptFor: null,
};

function shown(seat: SeatLine): string {
  $language.set("EN");
  const place = document.createElement("div");
  render(seatLabel(seat), place);
  return place.textContent.trim();
}

test("a free seat that is kept says for whom, and is open to nobody else", () => {
  const kept = { ...FREE, keptFor: BASILE };
  expect([shown(FREE), shown(kept)]).toEqual(["free", "kept for Basile"]);
  expect(["a", "b", undefined].map((player) => isOpenTo(kept, player))).toEqual([
    false,
    true,
    false,
  ]);
  expect(isOpenTo(FREE, undefined)).toBe(true);
  expect(isOpenTo({ ...FREE, name: "Basile", player: BASILE }, "b")).toBe(false);
});

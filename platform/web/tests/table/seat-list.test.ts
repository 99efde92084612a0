// The seat list: the visitor's own time, and who is to decide.
import { afterEach, expect, test } from "vitest";
import type { LiveTableFragment } from "../../src/api/generated.ts";
import { $language } from "../../src/preferences/preferences.ts";
import { serverNow } from "../../src/table/server-time.ts";
import { SeatList } from "../../src/table/seat-list.ts";

let seats: SeatList;

afterEach(() => {
  seats.remove();
});

test.each([
  [14.5, "You have 15 seconds left."],
  [59.5, "You have 60 seconds left."],
  [90, ""],
])("a clock that starts with %d seconds announces %j", async (left, words) => {
  $language.set("EN");
  seats = new SeatList();
  const runsOutAt = new Date(serverNow() + left * 1000).toISOString();
  const own = { number: 0, name: "Ada", player: null, clock: { leftSeconds: left, runsOutAt } };
  seats.table = { seats: [own], score: null } as unknown as LiveTableFragment;
  seats.own = 0;
  document.body.append(seats);
  await seats.updateComplete;
  await seats.updateComplete;
  expect(seats.renderRoot.querySelector("[role=status]")?.textContent).toBe(words);
});

test.each([
  [false, true, "Your turn"],
  [true, false, ""],
])("whether in a replay (%j) somebody is to decide: %j", async (isReplay, isMarked, words) => {
  $language.set("EN");
  seats = new SeatList();
  const own = { number: 0, name: "Ada", player: null, clock: null, toAct: true };
  seats.table = { seats: [own], score: null, moves: null } as unknown as LiveTableFragment;
  seats.own = 0;
  seats.isReplay = isReplay;
  document.body.append(seats);
  await seats.updateComplete;
  expect(seats.renderRoot.querySelector("li")?.hasAttribute("data-turn")).toBe(isMarked);
  const turn = seats.renderRoot.querySelector(".turn")?.textContent ?? "";
  expect(turn.replace("▶", "").trim()).toBe(words);
});

// Clocks count down between two entries.
import { expect, test } from "vitest";
import { secondsLeft, dueWarning } from "../../src/table/clock.ts";
import { syncServerTime, serverNow } from "../../src/table/server-time.ts";

const NOON = Date.parse("2026-11-22T12:00:00.000Z");

test("a running clock counts down to zero", () => {
  const clock = { leftSeconds: 300, runsOutAt: "2026-11-22T12:01:30.000Z" };
  expect(secondsLeft(clock, NOON)).toBe(90);
  expect(secondsLeft(clock, NOON + 89_500)).toBe(0.5);
  expect(secondsLeft(clock, NOON + 100_000)).toBe(0);
});

test("a stopped clock shows the remaining time", () => {
  expect(secondsLeft({ leftSeconds: 300, runsOutAt: null }, NOON)).toBe(300);
});

test("each warning is due once, when its limit is reached", () => {
  const looks = [62, 60.5, 59.5, 58, 10.2, 9.9, 9, 0];
  const due = looks.slice(1).map((left, index) => dueWarning(looks[index] ?? 0, left));
  expect(due).toEqual([null, 60, null, null, 10, null, null]);
});

test("with little time at first, only the nearest limit is due", () => {
  expect(dueWarning(Number.POSITIVE_INFINITY, 8)).toBe(10);
  expect(dueWarning(Number.POSITIVE_INFINITY, 40)).toBe(60);
  expect(dueWarning(Number.POSITIVE_INFINITY, 300)).toBeNull();
});

test("the server's time is taken from the timestamp with the shortest delay", () => {
  const here = NOON - 5_000;
  syncServerTime("2026-11-22T12:00:00.000Z", here + 800);
  syncServerTime("2026-11-22T12:00:10.000Z", here + 10_050);
  syncServerTime("2026-11-22T12:00:20.000Z", here + 22_000);
  expect(serverNow(here)).toBe(NOON - 50);
});

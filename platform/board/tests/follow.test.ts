// Moves that come faster than they can be followed are shown one after the other, and can be skipped.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Follow } from "../src/follow.ts";

const look = (seq: number, id = "table") => ({ table: { id, seq } });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A follower, and the seqs that it lets go of later than they came. */
function follower() {
  const later: number[] = [];
  const follow = new Follow<ReturnType<typeof look>>(() => {
    // Whoever is told asks again with what there is.
    later.push(follow.take(last, true).table.seq);
  });
  let last = look(0);
  const take = (next: ReturnType<typeof look>, isFollowed = true) => {
    last = next;
    return follow.take(next, isFollowed).table.seq;
  };
  return { follow, later, take };
}

test("the first move is shown at once, those behind it one by one", () => {
  const { follow, later, take } = follower();
  expect([take(look(1)), take(look(2)), take(look(3)), take(look(4))]).toEqual([1, 2, 2, 2]);
  expect(follow.behind).toBe(2);
  vi.advanceTimersByTime(500);
  expect(later).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(later).toEqual([3]);
  vi.advanceTimersByTime(700);
  expect(later).toEqual([3, 4]);
  expect(follow.behind).toBe(0);
  vi.advanceTimersByTime(5_000);
  expect(take(look(5))).toBe(5);
});

test("when many wait they are shown faster", () => {
  const { later, take } = follower();
  for (let seq = 1; seq <= 12; seq += 1) take(look(seq));
  vi.advanceTimersByTime(2_500);
  expect(later.length).toBeGreaterThan(4);
});

test("skipping shows the newest at once, and nothing comes after it by itself", () => {
  const { follow, later, take } = follower();
  for (const seq of [1, 2, 3, 4]) take(look(seq));
  follow.skip();
  expect(later).toEqual([4]);
  expect(follow.behind).toBe(0);
  vi.advanceTimersByTime(5_000);
  expect(later).toEqual([4]);
});

test("what changes without a move takes the place of the newest, and does not wait by itself", () => {
  const { follow, take } = follower();
  take(look(1));
  take(look(2));
  expect(take(look(2))).toBe(2);
  expect(follow.behind).toBe(0);
  take(look(3));
  expect(take(look(3))).toBe(2);
  expect(follow.behind).toBe(1);
});

test("another table, a look back, and a visitor who does not want it are shown at once", () => {
  const { follow, take } = follower();
  for (const seq of [1, 2, 3]) take(look(seq));
  expect(take(look(9, "other"))).toBe(9);
  expect(take(look(10, "other"))).toBe(10);
  expect(take(look(11, "other"))).toBe(10);
  expect(take(look(4, "other"))).toBe(4);
  expect(follow.behind).toBe(0);
  take(look(5, "other"));
  expect(take(look(6, "other"), false)).toBe(6);
  vi.advanceTimersByTime(5_000);
  expect(follow.behind).toBe(0);
});

// Conditions of explanations, with the same cases as the test kit of games.
import { expect, test } from "vitest";
import { holds, readCondition } from "../../src/learning/condition.ts";

const VIEW = {
  question: "ACT",
  active: 1,
  chief: null,
  track: [],
  players: [
    { seat: 0, gems: 4 },
    { seat: 1, gems: 1, hand: ["a", "b"] },
  ],
};
const MOVES = [{ mine: { play: { card: "a" } } }];

test.each([
  [{ path: "question", equals: "ACT" }, true],
  [{ path: "question", equals: "NOTHING" }, false],
  [{ path: "track", exists: true }, false],
  [{ path: "track", exists: false }, true],
  [{ path: "chief", exists: true }, false],
  [{ path: "players.own.hand", exists: true }, true],
  [{ path: "players.own.hand", atLeast: 2 }, true],
  [{ path: "players.own.hand", atLeast: 3 }, false],
  [{ path: "players.own.gems", atLeast: 2 }, false],
  [{ path: "players.others.gems", atLeast: 2 }, true],
  [{ path: "players.*.gems", atLeast: 4 }, true],
  [{ path: "active", isOwn: true }, true],
  [{ path: "active", isOwn: false }, false],
  [{ move: "play" }, true],
  [{ move: "pass" }, false],
  [{ not: { move: "pass" } }, true],
  [{ all: [{ move: "play" }, { move: "pass" }] }, false],
  [{ any: [{ move: "play" }, { move: "pass" }] }, true],
  [{ path: "nowhere.at.all", equals: 1 }, false],
  [{ path: "toString", exists: true }, false],
])("%j holds: %s", (written, expected) => {
  const condition = readCondition(written, "when");
  expect(holds(condition, { view: VIEW, moves: MOVES, seat: 1 })).toBe(expected);
});

test.each([[null], ["ACT"], [{}], [{ path: "question" }], [{ move: 3 }], [{ all: {} }]])(
  "%j is no condition",
  (written) => {
    expect(() => readCondition(written, "when")).toThrow(/^when/);
  },
);

// What several players have is put side by side where it can be compared.
import { describe, expect, test } from "vitest";
import { comparisonsIn } from "../../src/generic-table/comparison.ts";
import { readView } from "../../src/generic-table/read-view.ts";

const ids = ["wolf", "bear", "crow"];
const catalogue = new Map(
  ids.map((key) => [key, { key, kind: "clan", name: key, text: "", reconstructed: null }]),
);
const reader = { catalogue, types: null, seats: [0, 1], own: 1, isWaiting: false };

function compared(lists: readonly [unknown, unknown], more: object = {}) {
  const players = lists.map((clans, seat) => ({ seat, clans }));
  return comparisonsIn(readView({ players, ...more }, reader)).map(({ sides, things }) => ({
    seats: sides.map(({ seat }) => seat),
    things: things.map(({ id }) => id),
  }));
}

const clan = (guild: string, more: object = {}) => ({ guild, strength: 1, chief: false, ...more });

describe("lists of things with figures", () => {
  test("stand side by side, one's own first, the things in the order of the lists", () => {
    const found = compared([
      [clan("wolf"), clan("crow")],
      [clan("wolf"), clan("bear")],
    ]);
    expect(found).toEqual([{ seats: [1, 0], things: ["wolf", "crow", "bear"] }]);
  });

  test("have the order of the middle, where all of them lie there", () => {
    const found = compared([[clan("wolf")], [clan("bear")]], { clans: ids.map((id) => ({ id })) });
    expect(found.map(({ things }) => things)).toEqual([["wolf", "bear"]]);
  });

  test("stand side by side as soon as anybody has something", () => {
    expect(compared([[], []])).toEqual([]);
    expect(compared([[clan("wolf")], []])).toHaveLength(1);
  });
});

test.each<[string, readonly [unknown, unknown]]>([
  ["things without figures", [["wolf"], ["bear"]]],
  ["copies, which are counted where they are", [[{ card: "wolf", count: 2 }], []]],
  ["things that are there more than once", [[clan("wolf"), clan("wolf", { strength: 2 })], []]],
  ["things with more to them than figures", [[clan("wolf", { gems: ["crow"] })], []]],
  ["what only one player has", [[clan("wolf")], null]],
  ["what is no thing of the game", [[clan("fox")], []]],
])("%s stay with their player", (_, lists) => {
  expect(compared(lists)).toEqual([]);
});

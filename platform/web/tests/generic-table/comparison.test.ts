// Lists of several players are compared in one table.
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

describe("lists of things with numbers", () => {
  test("are compared: the viewer's first, things in the order of the lists", () => {
    const found = compared([
      [clan("wolf"), clan("crow")],
      [clan("wolf"), clan("bear")],
    ]);
    expect(found).toEqual([{ seats: [1, 0], things: ["wolf", "crow", "bear"] }]);
  });

  test("have the order of a shared list that has all of the things", () => {
    const found = compared([[clan("wolf")], [clan("bear")]], { clans: ids.map((id) => ({ id })) });
    expect(found.map(({ things }) => things)).toEqual([["wolf", "bear"]]);
  });

  test("are compared once any player has something", () => {
    expect(compared([[], []])).toEqual([]);
    expect(compared([[clan("wolf")], []])).toHaveLength(1);
  });
});

test.each<[string, readonly [unknown, unknown]]>([
  ["things without numbers", [["wolf"], ["bear"]]],
  ["copies of things", [[{ card: "wolf", count: 2 }], []]],
  ["things that appear more than once", [[clan("wolf"), clan("wolf", { strength: 2 })], []]],
  ["things with other parts than numbers", [[clan("wolf", { gems: ["crow"] })], []]],
  ["lists that only one player has", [[clan("wolf")], null]],
  ["things that are not in the catalogue", [[clan("fox")], []]],
])("%s are not compared", (_, lists) => {
  expect(compared(lists)).toEqual([]);
});

// Grouping and searching legal steps.
import { expect, test } from "vitest";
import type { Catalogue } from "@gueridon/element";
import { matching, groupByKind } from "../../src/generic-table/choices.ts";
import { looksIn } from "./looks.ts";

const catalogue: Catalogue = new Map(
  [
    { key: "crab", kind: "race", name: "Crab", text: "Pinches.", reconstructed: null },
    { key: "squid", kind: "race", name: "Squid", text: "", reconstructed: null },
  ].map((entry) => [entry.key, entry]),
);

const move = (kind: string, content: unknown, words = kind) => ({
  move: { odd: { [kind]: content } },
  words,
});

test.each(looksIn("EN"))(
  "every step of $game is in one group, unchanged",
  ({ moves, catalogue }) => {
    const choices = groupByKind(moves, catalogue).flatMap((kind) => kind.choices);
    expect(new Set(choices.map((choice) => choice.move))).toEqual(
      new Set(moves.map((one) => one.move)),
    );
    expect(choices.length).toBe(moves.length);
  },
);

test("steps are grouped by their kind, in the order in which the game lists them", () => {
  const kinds = groupByKind(
    [move("take", { race: "crab" }), move("pass", "YES"), move("take", { race: "squid" })],
    catalogue,
  );
  expect(kinds.map(({ kind, choices }) => [kind, choices.length])).toEqual([
    ["take", 2],
    ["pass", 1],
  ]);
});

test("a step refers to the things and seats that it names, and to no other words", () => {
  const [kind] = groupByKind(
    [move("rob", { seat: 1, cards: ["crab", "nothing"], count: 2 })],
    catalogue,
  );
  expect(kind?.choices[0]).toMatchObject({ ids: new Set(["crab"]), seats: new Set([1]) });
});

test("a step has a thing if it names only one and that has a text", () => {
  const steps = [
    move("take", { race: "crab" }),
    move("take", { race: "squid" }),
    move("swap", { from: "crab", to: "squid" }),
  ];
  const things = groupByKind(steps, catalogue).flatMap(({ choices }) =>
    choices.map(({ thing }) => thing?.id ?? null),
  );
  expect(things).toEqual(["crab", null, null]);
});

test.each([[null], ["YES"], [7], [{}], [{ odd: null }], [{ odd: "pass" }], [[]]])(
  "a step of unknown shape, %j, can be chosen",
  (odd) => {
    const [kind] = groupByKind([{ move: odd, words: "Odd" }], catalogue);
    expect(kind?.choices.map((choice) => choice.move)).toEqual([odd]);
  },
);

test("a search finds sentences by parts of words, ignoring accents and case", () => {
  const kinds = groupByKind(
    [move("use", { card: "a" }, "Façonner : Médium"), move("use", { card: "b" }, "Façonner : Feu")],
    catalogue,
  );
  const hits = (search: string) =>
    matching(kinds, search).flatMap(({ choices }) => choices.map(({ words }) => words));
  expect(hits("medium facon")).toEqual(["Façonner : Médium"]);
  expect(hits("")).toHaveLength(2);
  expect(hits("dragon")).toEqual([]);
});

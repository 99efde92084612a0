// How steps are grouped, and found among many.
import { expect, test } from "vitest";
import type { Catalogue } from "../../src/element.ts";
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
  "every step of $game is in one group, as it is to be sent",
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

test("a step speaks of the things and the seats that it names, and of no plain words", () => {
  const [kind] = groupByKind(
    [move("rob", { seat: 1, cards: ["crab", "nothing"], count: 2 })],
    catalogue,
  );
  expect(kind?.choices[0]).toMatchObject({ ids: new Set(["crab"]), seats: new Set([1]) });
});

test("the text of a step's thing is offered where it is the only one and has a text", () => {
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
  "a step of no known shape, %j, can be chosen all the same",
  (odd) => {
    const [kind] = groupByKind([{ move: odd, words: "Odd" }], catalogue);
    expect(kind?.choices.map((choice) => choice.move)).toEqual([odd]);
  },
);

test("a search finds sentences by parts of words, without accents and capitals", () => {
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

// Reading views: recorded ones of three games, and invalid ones.
import { describe, expect, test } from "vitest";
import { changesBetween } from "../../src/generic-table/changes.ts";
import { readTypes, type GameTypes } from "../../src/games/introspection.ts";
import { readView, type Reader } from "../../src/generic-table/read-view.ts";
import {
  isEmpty,
  type Fact,
  type Group,
  type Reading,
  type Value,
} from "../../src/generic-table/reading.ts";
import { looksIn, wordsOf, type Look } from "./looks.ts";
import { SERVED, askedOf, servedWith } from "../support/schema.ts";

const types = new Map<string, GameTypes>();

async function readerOf({ view, catalogue, seats, seat }: Look): Promise<Reader> {
  const name = String(view["__typename"]);
  const known = types.get(name) ?? (await readTypes(name, askedOf(SERVED)));
  types.set(name, known);
  return { catalogue, types: known, seats: numbers(seats), own: seat, isWaiting: false };
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at);
}

function groupsOf({ own, others, groups, aside }: Reading): readonly Group[] {
  return [...(own ? [own] : []), ...others, ...groups, ...aside].flatMap(below);
}

function below(group: Group): readonly Group[] {
  return [
    group,
    ...group.groups.flatMap(below),
    ...group.items.flatMap((item) => item.groups.flatMap(below)),
  ];
}

function factsOf(reading: Reading): readonly Fact[] {
  const inGroups = groupsOf(reading).flatMap(({ facts, items }) => [
    ...facts,
    ...items.flatMap((item) => item.facts),
  ]);
  return [...reading.facts, ...inGroups];
}

function idsOf(reading: Reading): ReadonlySet<string> {
  const heads = groupsOf(reading).flatMap(({ items }) => items.map(({ head }) => head));
  const values: (Value | null)[] = [...heads, ...factsOf(reading).map(({ value }) => value)];
  return new Set(values.flatMap((value) => (value?.sort === "thing" ? [value.thing.id] : [])));
}

const looks = (["EN", "FR"] as const).flatMap((language) =>
  looksIn(language).map((look, at) => ({ name: `${look.game} ${at} ${language}`, look })),
);

describe.each(looks)("the view of $name", ({ look }) => {
  test("shows every card and every word that is in it", async () => {
    const reading = readView(look.view, await readerOf(look));
    const shown = idsOf(reading);
    expect(wordsOf(look.view).filter((word) => !shown.has(word))).toEqual([]);
  });

  test("has a panel for each player, the viewer's own apart and the others in turn order", async () => {
    const { own, others } = readView(look.view, await readerOf(look));
    expect(own?.seat).toBe(look.seat);
    const inTurn = numbers(look.seats).map((step) => (look.seat + step) % look.seats);
    expect(others.map(({ seat }) => seat)).toEqual(inTurn.slice(1));
  });

  test("only has captions from the catalogue", async () => {
    const reading = readView(look.view, await readerOf(look));
    const names = new Set([...look.catalogue.values()].map(({ name }) => name));
    const captions = [...groupsOf(reading), ...factsOf(reading)].map(({ caption }) => caption.name);
    const own = captions.filter((caption) => caption !== "" && !names.has(caption));
    expect(own).toEqual([]);
  });

  test("can be read without types and catalogue", async () => {
    const bare = { ...(await readerOf(look)), types: null, catalogue: new Map() };
    const reading = readView(look.view, bare);
    expect(reading.own?.seat).toBe(look.seat);
    expect(factsOf(reading).length).toBeGreaterThan(10);
  });

  test("has no changes when it is repeated", async () => {
    const reader = await readerOf(look);
    const again = readView(structuredClone(look.view), reader);
    expect(changesBetween(readView(look.view, reader), again).size).toBe(0);
  });
});

const reader: Reader = {
  catalogue: new Map(),
  types: null,
  seats: [0, 1],
  own: 0,
  isWaiting: false,
};

describe("an unexpected view", () => {
  const deep: unknown[] = [];
  let inner = deep;
  for (let level = 0; level < 200; level += 1) inner.push((inner = []));

  test.each([
    [null],
    [undefined],
    ["a word"],
    [[1, 2]],
    [{}],
    [{ __typename: 7, a: null, b: [null, [null]], c: { d: {} } }],
    [{ deep }],
    [{ players: [{ seat: 0 }, { seat: "1" }] }],
    [{ players: [{ seat: 0 }, null] }],
    [{ cards: [{ card: null, count: "many" }, { count: 3 }, 4, true, "x"] }],
    [{ handSize: -1, hand: "none" }],
  ])("%j is read as far as it can be", (view) => {
    expect(() => changesBetween(readView(view, reader), readView(view, reader))).not.toThrow();
  });
});

describe("a number", () => {
  const view = { __typename: "OddView", first: 1, seat: 1, rounds: 1, keeper: 1, absent: 9 };
  test("is a player if its field says so and there is such a seat", async () => {
    const known = await readTypes(
      "OddView",
      askedOf(
        servedWith(`type OddView implements View {
          toAct: [Int!]!
          "The seat that begins."
          first: Int!
          seat: Int!
          "How many rounds are played."
          rounds: Int!
          "Who keeps the bank."
          keeper: Int!
          "The seat that nobody takes."
          absent: Int!
        }`),
      ),
    );
    const { facts } = readView(view, { ...reader, types: known });
    expect(facts.filter(({ value }) => value.sort === "seat").map(({ path }) => path)).toEqual([
      "/first",
      "/seat",
      "/keeper",
    ]);
  });
});

describe("a list", () => {
  const groupOf = (cards: unknown) => readView({ cards }, reader).groups[0];

  test("merges equal neighbours and keeps the order", () => {
    const group = groupOf(["a", "a", "b", "a"]);
    expect(group?.items.map(({ count }) => count)).toEqual([2, 1, 1]);
    expect(group?.total).toBe(4);
  });

  test("keeps equal neighbours apart that are known by their place alone", () => {
    const group = groupOf([{ size: 3 }, { size: 3 }, ["a"], ["a"]]);
    expect(group?.items.map(({ count }) => count)).toEqual([1, 1, 1, 1]);
  });

  test("counts copies by their `count`", () => {
    const group = groupOf([
      { card: "a", count: 3 },
      { card: "b", count: 1 },
    ]);
    expect(group?.items.map(({ count }) => count)).toEqual([3, 1]);
    expect(group?.total).toBe(4);
  });

  test("of many kinds is put aside", () => {
    const deck = numbers(20).map((n) => `card_${n}`);
    const reading = readView({ deck, row: ["a"] }, reader);
    expect(reading.groups.map(({ total }) => total)).toEqual([1]);
    expect(reading.aside.map(({ total }) => total)).toEqual([20]);
  });

  test("of many kinds that is alone in the middle, as a board is, is not put aside", () => {
    const reading = readView({ board: numbers(24).map((n) => `place_${n}`) }, reader);
    expect(reading.groups.map(({ total }) => total)).toEqual([24]);
    expect(reading.aside).toEqual([]);
  });

  test("of many kinds that only the viewer sees is not put aside", async () => {
    const known = await readTypes(
      "OddView",
      askedOf(servedWith("type OddView implements View { toAct: [Int!]! searched: [ID!] }")),
    );
    const view = { __typename: "OddView", searched: numbers(20).map((n) => `card_${n}`) };
    const reading = readView(view, { ...reader, types: known });
    expect(reading.groups.map(({ total }) => total)).toEqual([20]);
  });

  test("counts the things in it that the viewer may not see", () => {
    const group = groupOf([null, null, "a", null, null]);
    expect(group?.total).toBe(5);
    const heads = group?.items.map(({ head, count }) => [head?.sort, count]);
    expect(heads).toEqual([
      ["hidden", 2],
      ["text", 1],
      ["hidden", 2],
    ]);
    expect(group && isEmpty(group)).toBe(false);
  });

  test("with a value for each seat is headed by the players, one that is only as long is not", async () => {
    const sdl = `type OddView implements View {
      toAct: [Int!]!
      "The hand of each seat."
      hands: [[String]!]!
      "The points by seat."
      points: [Int!]!
      "The cards on offer."
      offer: [String!]!
    }`;
    const known = await readTypes("OddView", askedOf(servedWith(sdl)));
    const view = {
      __typename: "OddView",
      hands: reader.seats.map(() => [null, null, "a"]),
      points: reader.seats.map((seat) => 10 * seat),
      offer: reader.seats.map((seat) => `card ${seat}`),
    };
    const { groups } = readView(view, { ...reader, types: known });
    const [hands, points, offer] = groups;
    const seats = reader.seats.map((seat) => ({ sort: "seat", seat }));
    expect(hands?.items.map(({ head }) => head)).toEqual(seats);
    expect(hands?.items[0]?.groups[0]?.total).toBe(3);
    expect(points?.items.map(({ head }) => head)).toEqual(seats);
    expect(points?.items[1]?.facts[0]?.value).toEqual({ sort: "number", number: 10 });
    expect(offer?.items[0]?.head?.sort).toBe("text");
  });

  test("replaces its size, unless it is hidden", () => {
    const seen = readView({ handSize: 2, hand: ["a", "b"] }, reader);
    expect(seen.facts).toEqual([]);
    const [fact] = readView({ handSize: 2, hand: null }, reader).facts;
    expect(fact).toMatchObject({ value: { number: 2 }, isOfHidden: true });
  });
});

describe("a change", () => {
  const before = {
    health: 6,
    sun: true,
    cards: [{ card: "a", count: 1 }],
    made: [{ card: "x", gems: 0, of: 2 }],
  };
  const changes = (after: object) => {
    const [old, now] = [readView(before, reader), readView({ ...before, ...after }, reader)];
    return Object.fromEntries(changesBetween(old, now));
  };

  test("of a number is the difference", () => {
    expect(changes({ health: 4 })).toEqual({ "/health": { sort: "by", by: -2 } });
  });

  test("is found in more copies of a thing, and in a new thing", () => {
    const cards = [
      { card: "b", count: 1 },
      { card: "a", count: 3 },
    ];
    expect(changes({ cards })).toEqual({
      "/cards/a:0": { sort: "by", by: 2 },
      "/cards/b:0": { sort: "new" },
    });
  });

  test("is found in a list that has lost something, even if it is empty now", () => {
    expect(changes({ cards: [] })).toEqual({ "/cards": { sort: "by", by: -1 } });
    expect(changes({ made: [{ card: "y", gems: 0, of: 2 }] })).toEqual({
      "/made": { sort: "by", by: -1 },
      "/made/y:0": { sort: "new" },
    });
    const full = readView(
      { cards: [{ card: "a", gems: [{ card: "x", count: 2 }], of: 3 }] },
      reader,
    );
    const empty = readView({ cards: [{ card: "a", gems: [], of: 0 }] }, reader);
    expect(Object.fromEntries(changesBetween(full, empty))).toEqual({
      "/cards/a:0/gems": { sort: "by", by: -2 },
      "/cards/a:0/of": { sort: "by", by: -3 },
    });
  });

  test("of a new thing is not repeated for its parts", () => {
    const made = [...before.made, { card: "y", gems: 1, of: 3 }];
    expect(changes({ made })).toEqual({ "/made/y:0": { sort: "new" } });
  });

  test("of a number from zero is a difference, too", () => {
    expect(changes({ made: [{ card: "x", gems: 1, of: 2 }] })).toEqual({
      "/made/x:0/gems": { sort: "by", by: 1 },
    });
  });
});

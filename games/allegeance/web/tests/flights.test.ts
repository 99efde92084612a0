// What travels between two views: from where it lay to where it went, and nothing that is not known.
import { expect, test } from "vitest";
import { flightsBetween } from "../src/flights.ts";
import type { AllegeanceCards, AllegeanceStack, AllegeanceView } from "../src/generated.ts";

interface Side {
  readonly hand?: Readonly<Record<string, number>>;
  readonly handSize: number;
  readonly field?: Readonly<Record<string, number>>;
  readonly chiefs?: readonly string[];
  readonly gems?: number;
}

const cards = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([card, count]) => ({ card, count })) as AllegeanceCards[];

/** A view as far as cards are concerned, seen from seat 0. */
function view(
  deckSize: number,
  discard: Readonly<Record<string, number>>,
  ...sides: readonly Side[]
): AllegeanceView {
  const players = sides.map(({ hand, handSize, field = {}, chiefs = [], gems = 0 }, seat) => ({
    seat,
    gems,
    handSize,
    hand: hand ? cards(hand) : null,
    field: [...new Set([...Object.keys(field), ...chiefs])].map((guild) => ({
      guild,
      partisans: field[guild] ?? 0,
      passing: 0,
      passingFrom: [],
      chief: chiefs.includes(guild),
    })) as unknown as AllegeanceStack[],
  }));
  return { deckSize, discard: cards(discard), players } as unknown as AllegeanceView;
}

test("a card that is played goes from the hand to the field", () => {
  const before = view(9, {}, { hand: { damnes: 2 }, handSize: 2 }, { handSize: 5 });
  const after = view(
    9,
    {},
    { hand: { damnes: 1 }, handSize: 1, field: { damnes: 1 } },
    { handSize: 5 },
  );
  expect(flightsBetween(before, after, 0)).toEqual([
    { what: "damnes", from: "hand:damnes", to: "stack:0:damnes" },
  ]);
});

test("another's card and its gems come from their hand and the pile", () => {
  const before = view(9, {}, { hand: {}, handSize: 0 }, { handSize: 5 });
  const after = view(
    9,
    {},
    { hand: {}, handSize: 0 },
    { handSize: 4, chiefs: ["damnes"], gems: 2 },
  );
  expect(flightsBetween(before, after, 0)).toEqual([
    { what: "valdyr", from: "hand:1", to: "stack:1:damnes" },
    { what: "gem", from: "gems", to: "gems:1" },
  ]);
});

test("a stolen card goes from field to field, and a struck one to the discard", () => {
  const none = { hand: {}, handSize: 0 };
  const before = view(9, {}, none, { handSize: 5, field: { mediums: 2 } });
  const stolen = view(
    9,
    {},
    { ...none, field: { mediums: 1 } },
    { handSize: 5, field: { mediums: 1 } },
  );
  expect(flightsBetween(before, stolen, 0)).toEqual([
    { what: "mediums", from: "stack:1:mediums", to: "stack:0:mediums" },
  ]);
  const struck = view(9, { mediums: 1 }, none, { handSize: 5, field: { mediums: 1 } });
  expect(flightsBetween(before, struck, 0)).toEqual([
    { what: "mediums", from: "stack:1:mediums", to: "discard" },
  ]);
});

test("cards that are drawn come from the pile, and stay hidden in the hands of others", () => {
  const before = view(9, {}, { hand: {}, handSize: 0 }, { handSize: 3 });
  const after = view(6, {}, { hand: { colosses: 1 }, handSize: 1 }, { handSize: 5 });
  expect(flightsBetween(before, after, 0)).toEqual([
    { what: "colosses", from: "deck", to: "hand:colosses" },
    { what: null, from: "deck", to: "hand:1" },
    { what: null, from: "deck", to: "hand:1" },
  ]);
});

test("after a reshuffle or a jump nothing travels", () => {
  const before = view(0, { damnes: 9, mediums: 9 }, { hand: {}, handSize: 0 }, { handSize: 3 });
  const after = view(18, {}, { hand: {}, handSize: 0 }, { handSize: 3 });
  expect(flightsBetween(before, after, 0)).toEqual([]);
  expect(flightsBetween(after, after, 0)).toEqual([]);
});

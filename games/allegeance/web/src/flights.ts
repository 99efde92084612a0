// Which cards went where between two views, as far as the viewer can know.
import type { AllegeanceCard, AllegeanceView } from "./generated.ts";
import { cardsOf } from "./heraldry.ts";

/** A card, or a gem card, that went from one place of the board to another. */
export interface Flight {
  /** Which card; null where it is not known, `gem` for a gem card. */
  readonly what: AllegeanceCard | "gem" | null;
  /** The `data-place` that it left. */
  readonly from: string;
  /** The `data-place` that it came to. */
  readonly to: string;
}

/** More would be a blur: after a jump in a replay, or a reshuffle, nothing travels. */
const MOST = 8;

type Counts = ReadonlyMap<string, number>;

/** The known cards at each place: `place card` and how many. */
function knownIn(view: AllegeanceView, seat: number | null): Counts {
  const counts = new Map<string, number>();
  const add = (place: string, card: string, count = 1) => {
    const key = `${place} ${card}`;
    counts.set(key, (counts.get(key) ?? 0) + count);
  };
  for (const player of view.players) {
    for (const stack of player.field) {
      for (const card of cardsOf(stack)) add(`stack:${player.seat}:${stack.guild}`, card);
    }
    if (player.seat === seat) {
      for (const { card, count } of player.hand ?? []) add(`hand:${card}`, card, count);
    }
  }
  for (const { card, count } of view.discard) add("discard", card, count);
  return counts;
}

/** The numbers of unknown cards at each place. */
function unknownIn(view: AllegeanceView, seat: number | null): Counts {
  return new Map([
    ["deck", view.deckSize],
    ...view.players
      .filter((player) => player.seat !== seat)
      .map((player): [string, number] => [`hand:${player.seat}`, player.handSize]),
  ]);
}

function differences(before: Counts, after: Counts): { gone: string[]; come: string[] } {
  const gone: string[] = [];
  const come: string[] = [];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const by = (after.get(key) ?? 0) - (before.get(key) ?? 0);
    for (let n = 0; n < Math.abs(by); n += 1) (by > 0 ? come : gone).push(key);
  }
  return { gone, come };
}

/** The flights between two views of the same eyes; none if there would be too many to follow. */
export function flightsBetween(
  before: AllegeanceView,
  after: AllegeanceView,
  seat: number | null,
): readonly Flight[] {
  const known = differences(knownIn(before, seat), knownIn(after, seat));
  const unknown = differences(unknownIn(before, seat), unknownIn(after, seat));
  const flights: Flight[] = [];
  const split = (key: string) => key.split(" ") as [string, AllegeanceCard];
  // First what was seen on both sides, then what turned up, then what went out of sight.
  const appeared = known.come.filter((key) => {
    const [to, card] = split(key);
    const place = known.gone.findIndex((other) => split(other)[1] === card);
    const [from] = place === -1 ? [] : known.gone.splice(place, 1);
    if (from !== undefined) flights.push({ what: card, from: split(from)[0], to });
    return from === undefined;
  });
  for (const key of appeared) {
    const [to, card] = split(key);
    // Whoever is to act plays from the hand; what joins a hand was drawn.
    const isDrawn = to.startsWith("hand:");
    const place = unknown.gone.findIndex((one) => (one === "deck") === isDrawn);
    const [from] = unknown.gone.splice(place === -1 ? 0 : place, 1);
    if (from !== undefined) flights.push({ what: card, from, to });
  }
  for (const key of known.gone) {
    const [from, card] = split(key);
    const [to] = unknown.come.splice(0, 1);
    if (to !== undefined) flights.push({ what: card, from, to });
  }
  for (const to of unknown.come) {
    const [from] = unknown.gone.splice(0, 1);
    if (from !== undefined) flights.push({ what: null, from, to });
  }
  return flights.length > MOST ? [] : [...flights, ...gems(before, after)];
}

/** Gem cards drawn from the pile, and gems that were paid. */
function gems(before: AllegeanceView, after: AllegeanceView): readonly Flight[] {
  return after.players.flatMap(({ seat, gems: now }) => {
    const then = before.players.find((one) => one.seat === seat)?.gems ?? now;
    const own = `gems:${seat}`;
    if (now === then) return [];
    return [
      { what: "gem", ...(now > then ? { from: "gems", to: own } : { from: own, to: "gems" }) },
    ];
  });
}

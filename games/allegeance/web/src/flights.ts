// Which cards went where between two views, as far as the viewer can know.
import { Laid, type Flight } from "@gueridon/board/flights.ts";
import type { AllegeanceCard, AllegeanceView } from "./generated.ts";
import { cardsOf } from "./heraldry.ts";

/** What travels: a card, or a gem card. */
export type Thing = AllegeanceCard | "gem";

/** More would be a blur: after a jump in a replay, or a reshuffle, nothing travels. */
const MOST = 8;

/** What lies where, as far as the viewer knows. */
function laidIn(view: AllegeanceView, seat: number | null): Laid<Thing> {
  const laid = new Laid<Thing>();
  for (const player of view.players) {
    for (const stack of player.field) {
      for (const card of cardsOf(stack)) laid.know(`stack:${player.seat}:${stack.guild}`, card);
    }
    if (player.seat === seat) {
      for (const { card, count } of player.hand ?? []) laid.know(`hand:${card}`, card, count);
    } else {
      laid.count(`hand:${player.seat}`, player.handSize);
    }
  }
  for (const { card, count } of view.discard) laid.know("discard", card, count);
  laid.count("deck", view.deckSize);
  return laid;
}

/** Whoever is to act plays from the hand; what joins a hand was drawn. */
const isLikely = (from: string, to: string) => (from === "deck") === to.startsWith("hand:");

/** The flights between two views of the same eyes; none if there would be too many to follow. */
export function flightsBetween(
  before: AllegeanceView,
  after: AllegeanceView,
  seat: number | null,
): readonly Flight<Thing>[] {
  const flights = laidIn(before, seat).flightsTo(laidIn(after, seat), isLikely);
  return flights.length > MOST ? [] : [...flights, ...gems(before, after)];
}

/** Gem cards drawn from the pile, and gems that were paid. */
function gems(before: AllegeanceView, after: AllegeanceView): readonly Flight<Thing>[] {
  return after.players.flatMap(({ seat, gems: now }) => {
    const then = before.players.find((one) => one.seat === seat)?.gems ?? now;
    const own = `gems:${seat}`;
    if (now === then) return [];
    return [
      { what: "gem", ...(now > then ? { from: "gems", to: own } : { from: own, to: "gems" }) },
    ];
  });
}

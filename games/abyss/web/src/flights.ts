// Which cards went where between two views, as far as the viewer can know.
import { Laid, type Flight } from "@gueridon/board/flights.ts";
import type { AbyssCard, AbyssCards, AbyssLocation, AbyssLord, AbyssView } from "./generated.ts";

/** What travels: an Ally, a Lord, a Location, or a Pearl. */
export type Thing = AbyssCard | AbyssLord | AbyssLocation | "pearl";

/** More would be a blur: after a jump in a replay, or a reshuffle, nothing travels. */
const MOST = 8;

/** What lies where, as far as the viewer knows. */
function laidIn(view: AbyssView, seat: number | null): Laid<Thing> {
  const laid = new Laid<Thing>();
  const cards = (place: (card: AbyssCard) => string, counted: readonly AbyssCards[] | null) => {
    for (const { card, count } of counted ?? []) laid.know(place(card), card, count);
  };
  for (const [place, card] of view.track.entries()) laid.know(`track:${place}`, card);
  for (const { race, size } of view.council) laid.count(`stack:${race}`, size);
  laid.count("deck", view.deckSize);
  laid.count("discard", view.discardSize);
  cards(() => "payment", view.payment);
  for (const lord of view.court) laid.know(`court:${lord}`, lord);
  laid.count("lords", view.lordDeckSize);
  for (const location of view.locations) laid.know(`location:${location}`, location);
  for (const location of view.drawn) laid.know(`drawn:${location}`, location);
  laid.count("locations", view.locationDeckSize);
  for (const player of view.players) {
    const side = `side:${player.seat}`;
    for (const { lord } of player.lords) laid.know(side, lord);
    for (const location of player.locations) laid.know(side, location);
    cards(() => side, player.affiliated);
    if (player.seat === seat) cards((card) => `hand:${card}`, player.hand);
    else laid.count(`hand:${player.seat}`, player.handSize);
  }
  return laid;
}

/** A Lord turns up from the deck of Lords, a Location from that of Locations, an Ally from its own. */
function isLikely(from: string, to: string): boolean {
  const [sort = ""] = to.split(":");
  if (sort === "court") return from === "lords";
  if (sort === "location" || sort === "drawn") return from === "locations";
  // What is paid or bought came out of a hand, what joins one from the Council or the deck.
  return sort === "payment" ? from.startsWith("hand:") : /^(deck|stack:)/.test(from);
}

/** The flights between two views of the same eyes; none if there would be too many to follow. */
export function flightsBetween(
  before: AbyssView,
  after: AbyssView,
  seat: number | null,
): readonly Flight<Thing>[] {
  const flights = laidIn(before, seat).flightsTo(laidIn(after, seat), isLikely);
  return flights.length > MOST ? [] : [...flights, ...pearls(before, after)];
}

/** A Pearl from whoever has paid to whoever has got what was paid. */
function pearls(before: AbyssView, after: AbyssView): readonly Flight<Thing>[] {
  const change = after.players.map(({ seat, pearls: now }) => ({
    seat,
    by: now - (before.players.find((one) => one.seat === seat)?.pearls ?? now),
  }));
  const payer = change.find(({ by }) => by < 0);
  return change
    .filter(({ by }) => by > 0 && payer !== undefined)
    .map(({ seat }) => ({
      what: "pearl",
      from: `pearls:${payer?.seat ?? seat}`,
      to: `pearls:${seat}`,
    }));
}

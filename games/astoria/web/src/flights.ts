// Which gems and cards went where between two views, as far as the viewer can know.
import { Laid, type Flight } from "@gueridon/board/flights.ts";
import type { Counted } from "./card-figures.ts";
import type { AstoriaArtefact, AstoriaDomain, AstoriaView } from "./generated.ts";
import { cardOf } from "./steps.ts";

/** What travels: a gem, by its domain, or an artefact. */
export type Thing = AstoriaDomain | AstoriaArtefact;

/** More would be a blur: after a jump in a replay nothing travels. */
const MOST = 8;

/** What lies where, as far as the viewer knows. */
function laidIn(view: AstoriaView, seat: number | null): Laid<Thing> {
  const laid = new Laid<Thing>();
  const gems = (place: (domain: AstoriaDomain) => string, counted: readonly Counted[]) => {
    for (const { domain, count } of counted) laid.know(place(domain), domain, count);
  };
  gems((domain) => `reserve:${domain}`, view.reserve);
  for (const [place, { size }] of view.piles.entries()) laid.count(`pile:${place + 1}`, size);
  for (const mage of view.mages) {
    gems(() => `stock:${mage.seat}`, mage.stock);
    gems(() => `flask:${mage.seat}`, mage.flask);
    if (mage.guards > 0) laid.know(`guards:${mage.seat}`, mage.domain, mage.guards);
    for (const { artefact, gems: on } of mage.started) {
      laid.know(cardOf(mage.seat, artefact), artefact);
      gems(() => cardOf(mage.seat, artefact), on);
    }
    for (const { card } of mage.cards) {
      laid.know(cardOf(mage.seat, card), card as AstoriaArtefact);
    }
    for (const { artefact } of mage.hand) {
      if (artefact !== null && mage.seat === seat) laid.know(`hand:${artefact}`, artefact);
      else laid.count(`hand:${mage.seat}`, 1);
    }
  }
  return laid;
}

/** What joins a hand was drawn from a pile; what is started comes from a hand. */
const isLikely = (from: string, to: string) => from.startsWith("pile:") === to.startsWith("hand:");

/** The flights between two views of the same eyes; none if there would be too many to follow. */
export function flightsBetween(
  before: AstoriaView,
  after: AstoriaView,
  seat: number | null,
): readonly Flight<Thing>[] {
  const flights = laidIn(before, seat).flightsTo(laidIn(after, seat), isLikely);
  return flights.length > MOST ? [] : flights;
}

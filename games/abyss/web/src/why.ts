// Why a place of the board cannot be chosen by the viewer now, in words.
import { isKraken, raceOf, RACES, valueOf } from "./figures.ts";
import type { AbyssLord, AbyssPlayer, AbyssRace } from "./generated.ts";
import { SIZES } from "./generated-cards.ts";
import { priceOf } from "./price.ts";
import type { Scene } from "./scene.ts";

/** The reason; empty where it can be chosen, or nothing is asked of the viewer. */
export function whyNot(scene: Scene, target: string): string {
  const { own, view, parts } = scene;
  if (!own || !view.toAct.includes(own.seat)) return "";
  if (parts.offers.some(({ path }) => path.some((place) => place === target))) return "";
  const [sort = "", first = ""] = target.split(":");
  const isActing = view.question === "ACT";
  switch (sort) {
    case "court":
      return isActing ? lord(scene, own, first as AbyssLord) : "";
    case "stack":
      return isActing ? stack(scene, first as AbyssRace) : "";
    case "hand":
      if (isActing) return scene.say("whyNotSpent");
      return view.question === "PAY_LORD" ? scene.say("whyDeadEnd") : "";
    case "location":
      return view.question === "CONTROL_LOCATION" ? "" : scene.say("whyNoKeys");
    case "deck":
      return isActing && first === "lords" ? plot(scene, own) : "";
    default:
      return "";
  }
}

/** Why a Lord at Court cannot be recruited. */
function lord(scene: Scene, own: AbyssPlayer, id: AbyssLord): string {
  const { view } = scene;
  const reserved = view.kraken?.sentinels.find((one) => one.lord === id);
  if (reserved !== undefined && reserved.seat !== own.seat) {
    return scene.say("whyReserved", { who: scene.seat(reserved.seat) });
  }
  const price = priceOf(view, id, own.seat);
  if (price === null) return "";
  const { value, races, required } = price;
  const { most, hasRequired } = reachable(own, races, required);
  if (!hasRequired && required !== null) {
    return scene.say("whyNoRace", { race: scene.name(required) });
  }
  return most === null
    ? scene.say("whyFewRaces", { races })
    : scene.say("whyTooDear", { cost: value, races, value: most, pearls: own.pearls });
}

/** The most that a hand is worth in so many races; null where it has not so many. */
function reachable(own: AbyssPlayer, races: number, required: AbyssRace | null) {
  const hand = own.hand ?? [];
  const worth = (race: AbyssRace) =>
    hand.reduce(
      (sum, { card, count }) => sum + (raceOf(card) === race ? valueOf(card) * count : 0),
      0,
    );
  const krakens = hand.filter(({ card }) => isKraken(card));
  const stands = krakens.reduce((sum, { count }) => sum + count, 0);
  const spare = krakens.reduce((sum, { card, count }) => sum + valueOf(card) * count, 0);
  const held = RACES.map((race) => ({ race, value: worth(race) })).filter(({ value }) => value > 0);
  const hasRequired = required === null || stands > 0 || held.some(({ race }) => race === required);
  const first = held.filter(({ race }) => race === required);
  const others = held.filter(({ race }) => race !== required).sort((a, b) => b.value - a.value);
  const chosen = [...first, ...others].slice(0, races);
  const most =
    chosen.length + stands < races ? null : chosen.reduce((sum, { value }) => sum + value, spare);
  return { most, hasRequired };
}

function stack(scene: Scene, race: AbyssRace): string {
  const { view, own } = scene;
  const reserved = view.kraken?.sentinels.find((one) => one.race === race);
  if (reserved !== undefined && reserved.seat !== own?.seat) {
    return scene.say("whyReserved", { who: scene.seat(reserved.seat) });
  }
  const isEmpty = view.council.some((one) => one.race === race && one.size === 0);
  return isEmpty ? scene.say("whyEmptyStack") : "";
}

/** Why the Court gets no Lord more by a plot. */
function plot(scene: Scene, own: AbyssPlayer): string {
  const { view, parts } = scene;
  if (parts.offers.some(({ kind }) => kind === "plot")) return "";
  if (view.court.length >= SIZES.courtSpaces) return scene.say("whyCourtFull");
  if (view.lordDeckSize === 0) return scene.say("whyNoLords");
  return own.pearls === 0 ? scene.say("whyNoPearl") : "";
}

// Values and races of cards, by their ids, and the order in which cards are shown.
import type { AbyssCard, AbyssCards, AbyssLord, AbyssRace } from "./generated.ts";
import { LORDS } from "./generated-cards.ts";
import type { LordFigures } from "./card-figures.ts";

/** The races in the order of the Council. */
export const RACES: readonly AbyssRace[] = ["crab", "shellfish", "jellyfish", "squid", "seahorse"];

/** The race of an Ally; null for a Monster or a Kraken. */
export function raceOf(card: AbyssCard): AbyssRace | null {
  return RACES.find((race) => card.startsWith(`${race}_`)) ?? null;
}

/** Whether a card is a Kraken. */
export function isKraken(card: AbyssCard): boolean {
  return card.startsWith("kraken_");
}

/** The value of an Ally, a Kraken, a Loot or a Monster token; 0 for the Monster, which has none. */
export function valueOf(id: string): number {
  return Number(/_(\d+)$/.exec(id)?.[1] ?? 0);
}

/** Cards by race and value, Krakens and Monsters last. */
export function inOrder(cards: readonly AbyssCards[]): readonly AbyssCards[] {
  const rank = ({ card }: AbyssCards) => {
    const race = raceOf(card);
    return (race === null ? RACES.length : RACES.indexOf(race)) * 10 + valueOf(card);
  };
  return [...cards].sort((a, b) => rank(a) - rank(b));
}

/** What is printed on a Lord; undefined for a Lord newer than this build of the table. */
export function figuresOf(lord: AbyssLord): LordFigures | undefined {
  return LORDS[lord];
}

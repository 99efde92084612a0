// What a card is, by its id: its domain, and the object that is drawn on it.
import { ARTEFACTS, CHARACTERS, DOMAINS } from "./generated-cards.ts";
import type { ArtefactFigures, Counted } from "./card-figures.ts";
import type { AstoriaArtefact, AstoriaDomain } from "./generated.ts";

/** What is printed on an artefact; null for any other card. */
export function artefactOf(id: string): ArtefactFigures | null {
  return Object.hasOwn(ARTEFACTS, id) ? ARTEFACTS[id as AstoriaArtefact] : null;
}

/** The domain of an artefact or a character; null for a card without one. */
export function domainOf(id: string): AstoriaDomain | null {
  return artefactOf(id)?.domain ?? CHARACTERS[id] ?? null;
}

/** The symbol of the object on a card: `orb` of a Fire Orb. */
export function objectOf(id: string): string {
  return domainOf(id) === null ? id : (id.split("_")[0] ?? id);
}

/** How many glyphs a card makes when it is tilted; 0 for one that makes none by itself. */
export function glyphsOf(id: string): number {
  return artefactOf(id)?.glyphs ?? (Object.hasOwn(CHARACTERS, id) ? 1 : 0);
}

/** How many gems of a domain there are. */
export function countOf(gems: readonly Counted[], domain: AstoriaDomain): number {
  return gems.find((one) => one.domain === domain)?.count ?? 0;
}

/** The number of all gems. */
export function sum(gems: readonly Counted[]): number {
  return gems.reduce((total, { count }) => total + count, 0);
}

/** The gems that an artefact takes, one by one: its slots. */
export function slotsOf(needs: readonly Counted[]): readonly AstoriaDomain[] {
  return DOMAINS.flatMap((domain) => Array.from({ length: countOf(needs, domain) }, () => domain));
}

// Types of generated-cards.ts: the figures printed on the cards, and the limits of the rules.
import type { AstoriaDomain } from "./generated.ts";

/** Gems or glyphs of a domain. */
export interface Counted {
  readonly domain: AstoriaDomain;
  readonly count: number;
}

/** What is printed on an artefact. */
export interface ArtefactFigures {
  readonly domain: AstoriaDomain;
  /** How many glyphs it makes. */
  readonly glyphs: number;
  /** The gems that it takes. */
  readonly needs: readonly Counted[];
  /** What its last gem costs besides, in Power. */
  readonly power: number;
}

/** What is printed on an invasion card, beside its flux. */
export interface InvasionFigures {
  /** By how much it raises the reinforcements. */
  readonly hammers: number;
  /** How many squares the dragon goes. */
  readonly dragon: number;
  readonly chief: { readonly strength: number; readonly malefice: AstoriaDomain } | null;
}

/** The limits that the rules set. */
export interface Limits {
  /** With so many cards in hand none may be drawn. */
  readonly hand: number;
  /** The most Power. */
  readonly power: number;
  /** What a guard costs, in Power. */
  readonly guard: number;
  /** The last square of the dragon. */
  readonly dragon: number;
  /** The force that takes the city. */
  readonly force: number;
  /** What effects cost, in glyphs. */
  readonly kill: number;
  readonly wound: number;
  readonly heal: number;
  readonly stealCard: number;
  readonly stealArtefact: number;
  readonly calm: number;
}

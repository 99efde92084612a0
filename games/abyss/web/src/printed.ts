// What is printed on the cards in figures and symbols: the types of generated-cards.ts.
import type { AbyssRace } from "./generated.ts";

/** The symbols of a Lord. */
export interface LordFigures {
  /** The id of its guild. */
  readonly guild: string;
  /** The value to spend. */
  readonly cost: number;
  /** Over how many races, exactly. */
  readonly races: number;
  /** The race that must be among them. */
  readonly required: AbyssRace | null;
  readonly keys: number;
  /** Points of influence. */
  readonly points: number;
  /** Whether its power acts once, when it arrives. */
  readonly arrow: boolean;
}

/** One of the rewards of a square of the threat track. */
export interface Reward {
  readonly keys: number;
  readonly pearls: number;
  readonly monsters: number;
}

/** How many things there is room for. */
export interface Sizes {
  readonly courtSpaces: number;
  readonly trackSpaces: number;
  readonly lordsToEnd: number;
}

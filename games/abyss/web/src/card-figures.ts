// Types of generated-cards.ts: the numbers and symbols printed on the components.
import type { AbyssRace } from "./generated.ts";

/** What is printed on a Lord. */
export interface LordFigures {
  /** The id of its guild. */
  readonly guild: string;
  /** The value to spend. */
  readonly cost: number;
  /** The exact number of races to pay with. */
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

/** The number of spaces, and of Lords that end the game. */
export interface Sizes {
  readonly courtSpaces: number;
  readonly trackSpaces: number;
  readonly lordsToEnd: number;
}

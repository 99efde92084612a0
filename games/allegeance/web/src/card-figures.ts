// Types of generated-cards.ts: the figures printed on the components.
import type { AllegeanceCard, AllegeanceOath } from "./generated.ts";

/** What is printed on the partisans of a guild. */
export interface GuildFigures {
  /** To whom the guild lends its allegiance. */
  readonly loyalty: "royal" | "independent" | "none";
  /** How many gem cards are drawn for a partisan that is played. */
  readonly gems: number;
  /** What its power costs, in gems. */
  readonly cost: number;
  /** Whether its power takes the majority. */
  readonly needsMajority: boolean;
  /** Whether its power acts by itself. */
  readonly isPassive: boolean;
  readonly chief: AllegeanceCard;
  /** The Allegiance that it swears; null for a guild without one. */
  readonly oath: AllegeanceOath | null;
}

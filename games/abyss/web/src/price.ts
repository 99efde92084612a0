// The price of a Lord for a seat: its printed cost, modified by the powers in play.
import { figuresOf } from "./figures.ts";
import type { AbyssLord, AbyssRace, AbyssView } from "./generated.ts";

/** The Treasurer's discount, and the surcharge of an opponent's Recruiter (E27). */
const CHANGE = 2;

/** A price for one seat. */
export interface Price {
  /** The value to reach. */
  readonly value: number;
  /** The exact number of races. */
  readonly races: number;
  /** The race that must be among them; null if there is none, or the Diplomat waives it. */
  readonly required: AbyssRace | null;
}

/** The price of a Lord; null for a Lord newer than this build of the table. */
export function priceOf({ players }: AbyssView, lord: AbyssLord, seat: number): Price | null {
  const figures = figuresOf(lord);
  if (figures === undefined) return null;
  const { cost, races, required } = figures;
  const has = (power: AbyssLord, isOwn: boolean) =>
    players.some(
      (player) =>
        (player.seat === seat) === isOwn &&
        player.lords.some((one) => one.lord === power && one.place === "FREE"),
    );
  const less = has("treasurer", true) ? CHANGE : 0;
  const more = has("recruiter", false) && !has("shaman", true) ? CHANGE : 0;
  return {
    value: Math.max(0, cost - less + more),
    races,
    required: has("diplomat", true) ? null : required,
  };
}

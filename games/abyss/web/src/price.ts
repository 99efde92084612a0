// What a Lord costs whoever recruits it: what is printed, and what the powers in play make of that.
import { figuresOf } from "./figures.ts";
import type { AbyssLord, AbyssRace, AbyssView } from "./generated.ts";

/** What the Treasurer takes off a cost, and an opponent's Recruiter puts on it (E27). */
const CHANGE = 2;

/** A cost as it holds for somebody. */
export interface Price {
  /** The value to reach. */
  readonly value: number;
  /** How many races it takes, exactly. */
  readonly races: number;
  /** The race that must be among them; null where there is none, or the Diplomat waives it. */
  readonly required: AbyssRace | null;
}

/** What a Lord costs a seat; null for one that came after this table was built. */
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

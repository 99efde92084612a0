// The number of players of a game, in words.
import { t } from "../i18n/words.ts";

/** The numbers of players; a range if they are consecutive. */
export function playerCount(seats: readonly number[]): string {
  const [first, last] = [seats[0] ?? 0, seats.at(-1) ?? 0];
  if (first === last) return t("games.players", { count: first });
  const isRow = last - first === seats.length - 1;
  if (isRow) return t("games.playersTo", { first, last });
  const numbers = seats.slice(0, -1).join(", ");
  return t("games.playersOr", { numbers, last });
}

// Results summed up by game, from the results that are loaded.
import type { ResultLineFragment } from "../api/generated.ts";

/** A player's record in one game. */
export interface Tally {
  /** The game's id; null for games that the server no longer has. */
  readonly game: string | null;
  readonly title: string | null;
  /** How many results it is made of. */
  readonly played: number;
  /** How often they were best, alone or with others. */
  readonly won: number;
  readonly bestPoints: number;
}

/** A line for each game, those played most first. */
export function tallies(results: readonly ResultLineFragment[]): readonly Tally[] {
  const byGame = new Map<string | null, Tally>();
  for (const { table, rank, points } of results) {
    const game = table.game?.id ?? null;
    const { played = 0, won = 0, bestPoints = points } = byGame.get(game) ?? {};
    byGame.set(game, {
      game,
      title: table.game?.title ?? null,
      played: played + 1,
      won: won + (rank === 1 ? 1 : 0),
      bestPoints: Math.max(bestPoints, points),
    });
  }
  return [...byGame.values()].sort((a, b) => b.played - a.played);
}

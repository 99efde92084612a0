// Results summed up by game, from the results that are loaded.
import type { ResultLineFragment } from "../api/generated.ts";

/** A player's record in one game. */
export interface Tally {
  /** The game's id; null for games that the server no longer has. */
  readonly game: string | null;
  readonly title: string | null;
  /** The number of results. */
  readonly played: number;
  /** How often they won, alone or tied. */
  readonly won: number;
  readonly bestPoints: number;
}

/** A record for each game, the most played first. */
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

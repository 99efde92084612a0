// For how long a moderator can have somebody say nothing.

/** The lengths that are offered, in minutes. */
export const SILENCE_MINUTES = [60, 1_440, 10_080, 43_200] as const;

/** Until when that is, as the server is told it. */
export function silencedUntil(minutes: number, nowMs: number): string {
  return new Date(nowMs + minutes * 60_000).toISOString();
}

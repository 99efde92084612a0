// The lengths of a silence that moderators can choose.

/** The lengths that are offered, in minutes. */
export const SILENCE_MINUTES = [60, 1_440, 10_080, 43_200] as const;

/** The end of a silence, as an ISO timestamp. */
export function silencedUntil(minutes: number, nowMs: number): string {
  return new Date(nowMs + minutes * 60_000).toISOString();
}

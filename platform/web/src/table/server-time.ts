// The server's time, by which clocks count down: the device's own clock may be wrong.
import { atom, onMount } from "nanostores";

/**
 * How far the server's clock is ahead of this device's, in milliseconds. Every timestamp is late by
 * the time it took to arrive, so the greatest difference is the most accurate.
 */
let aheadMs: number | null = null;

/** Updates the offset from a server time that has just arrived. */
export function syncServerTime(at: string, here = Date.now()): void {
  aheadMs = Math.max(aheadMs ?? Number.NEGATIVE_INFINITY, Date.parse(at) - here);
}

/** The server's time now, as estimated. */
export function serverNow(here = Date.now()): number {
  return here + (aheadMs ?? 0);
}

/** The server's time, updated each second: one timer for all clocks, none without listeners. */
export const $now = atom(serverNow());
onMount($now, () => {
  $now.set(serverNow());
  const timer = setInterval(() => {
    $now.set(serverNow());
  }, 1000);
  return () => {
    clearInterval(timer);
  };
});

// How long to wait before the next try.

/** The longest pause between two tries, in milliseconds. */
const LONGEST_PAUSE_MS = 15_000;

/**
 * Waits before the next try, or until `signal` aborts: exponential backoff, with jitter so that
 * clients that lost the server at the same time do not all come back at the same time.
 */
export function backOff(attempt: number, signal?: AbortSignal): Promise<void> {
  const longest = Math.min(500 * 2 ** attempt, LONGEST_PAUSE_MS);
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longest / 2 + (Math.random() * longest) / 2);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

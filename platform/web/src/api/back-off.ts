// How long to wait before the next try.

/** The longest pause while the page is looked at, in milliseconds: a game goes on within two seconds. */
const LONGEST_SEEN_MS = 1_500;
/** The longest pause while it is not. */
const LONGEST_UNSEEN_MS = 15_000;

/**
 * Waits before the next try, or until `signal` aborts: exponential backoff, with jitter so that
 * clients that lost the server at the same time do not all come back at the same time. A page that
 * is looked at again, or whose device is online again, tries at once.
 */
export function backOff(attempt: number, signal?: AbortSignal): Promise<void> {
  const most = document.visibilityState === "hidden" ? LONGEST_UNSEEN_MS : LONGEST_SEEN_MS;
  const longest = Math.min(500 * 2 ** attempt, most);
  return new Promise((resolve) => {
    const waiting = new AbortController();
    const end = () => {
      clearTimeout(timer);
      waiting.abort();
      resolve();
    };
    const timer = setTimeout(end, longest / 2 + (Math.random() * longest) / 2);
    const until = { signal: waiting.signal };
    signal?.addEventListener("abort", end, until);
    addEventListener("online", end, until);
    document.addEventListener(
      "visibilitychange",
      () => {
        if (document.visibilityState === "visible") end();
      },
      until,
    );
  });
}

// Whether the page hears the server. It is decided here alone: by those who need an answer, and try
// again until there is one.
import { atom } from "nanostores";
import { backOff } from "./back-off.ts";
import { isRetryable } from "./retry.ts";

/** `lost` exactly while somebody whom nobody answered tries again; `none` before anybody was answered. */
export type Connection = "none" | "open" | "lost";

/** How it stands between the page and the server. */
export const $connection = atom<Connection>("none");

/** Those who try again. */
const waiting = new Set<object>();

/**
 * Does something until it works, or until `signal` says that nobody needs it any more: then there is
 * no result. What goes on for long says by `heard` that it works.
 * @throws what it failed with, where trying again does not help.
 */
export async function persist<T>(
  once: (heard: () => void) => Promise<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  const me = {};
  const goesOn = () => !signal.aborted;
  let attempt = 0;
  const heard = () => {
    if (!goesOn()) return;
    attempt = 0;
    waiting.delete(me);
    if (waiting.size === 0) $connection.set("open");
  };
  const leave = () => {
    waiting.delete(me);
    // Whether it is there again nobody has learnt.
    if (waiting.size === 0 && $connection.get() === "lost") $connection.set("none");
  };
  // Whoever leaves may have a question on its way that takes long to fail.
  signal.addEventListener("abort", leave);
  try {
    while (goesOn()) {
      try {
        const result = await once(heard);
        heard();
        return result;
      } catch (failed) {
        if (!goesOn()) break;
        if (!isRetryable(failed)) throw failed;
        // Who is told to come back was heard.
        if (failed.code !== "RESUME") {
          waiting.add(me);
          $connection.set("lost");
        }
      }
      await backOff(attempt, signal);
      attempt += 1;
    }
    return undefined;
  } finally {
    signal.removeEventListener("abort", leave);
    leave();
  }
}

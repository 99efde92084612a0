// Whether the page is connected, and trying a request again until it works.
import { atom } from "nanostores";
import { backOff } from "./back-off.ts";
import { isRetryable } from "./retry.ts";

/** `none` before the first answer; `lost` while at least one request is being tried again. */
export type Connection = "none" | "open" | "lost";

/** The state of the connection, shown as a banner by the frame of the page. */
export const $connection = atom<Connection>("none");

/** The requests that are being tried again. */
const waiting = new Set<object>();

/**
 * Tries until it works, or until `signal` aborts: then there is no result. A subscription calls
 * `heard` with each update, which ends the state `lost` and resets the back-off.
 * @throws the error, if another try cannot help.
 */
export async function keepTrying<T>(
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
    // The request was given up without an answer, so the state of the connection is unknown.
    if (waiting.size === 0 && $connection.get() === "lost") $connection.set("none");
  };
  // A request on its way may take long to fail; the banner does not wait for it.
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
        // RESUME comes from the server, so the connection works.
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

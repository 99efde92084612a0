// Sending again: after which errors, and how often.
import { atom } from "nanostores";
import { backOff } from "./back-off.ts";
import { ApiError } from "./client.ts";

/**
 * How often a request is sent before the page says that there is no answer: for about two minutes
 * while the page is looked at.
 */
const TRIES = 100;

/** How many requests wait to be sent again. */
export const $unsent = atom(0);

/** Whether the same request may succeed later. */
export function isRetryable(error: unknown): error is ApiError {
  return error instanceof ApiError && ["RESUME", "UNAVAILABLE", "UNREACHABLE"].includes(error.code);
}

/**
 * Sends the same request until there is an answer; meanwhile it counts in `$unsent`.
 * @throws the last error, after all tries or if another try cannot help.
 */
export async function sendUntilAnswered<T>(send: () => Promise<T>, wait = backOff): Promise<T> {
  let isWaiting = false;
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await send();
      } catch (error) {
        if (!isRetryable(error) || attempt + 1 >= TRIES) throw error;
        if (!isWaiting) $unsent.set($unsent.get() + 1);
        isWaiting = true;
        await wait(attempt);
      }
    }
  } finally {
    if (isWaiting) $unsent.set($unsent.get() - 1);
  }
}

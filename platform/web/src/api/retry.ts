// Sending again: after which errors, and how often.
import { backOff } from "./back-off.ts";
import { ApiError } from "./client.ts";

/** How often a request is sent before the page says that there is no answer. */
const TRIES = 5;

/** Whether the same request may succeed later. */
export function isRetryable(error: unknown): error is ApiError {
  return error instanceof ApiError && ["RESUME", "UNAVAILABLE", "UNREACHABLE"].includes(error.code);
}

/**
 * Sends the same request until there is an answer.
 * @throws the last error, after five tries or if another try cannot help.
 */
export async function sendUntilAnswered<T>(send: () => Promise<T>, wait = backOff): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isRetryable(error) || attempt + 1 >= TRIES) throw error;
      await wait(attempt);
    }
  }
}

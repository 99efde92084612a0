// Having the server do something, until it answers: what is sent again is done once.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { attempt, type Answer } from "../api/attempt.ts";
import { isPassing, pause } from "../api/client.ts";
import { faultInWords } from "../api/faults.ts";
import { t } from "../words.ts";

/** How often something is sent before the page says that nobody answers. */
const TRIES = 5;

/** Sends the same until there is an answer, or it has been tried often enough. */
export async function insist<T>(send: () => Promise<T>, wait = pause): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send();
    } catch (failed) {
      if (!isPassing(failed) || attempt + 1 >= TRIES) throw failed;
      await wait(attempt, new AbortController().signal);
    }
  }
}

/**
 * A key by which the server knows a play or a message again. `crypto.randomUUID` is missing where a
 * page comes over plain HTTP from another machine, as in a living-room's network.
 */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** Has the server do something that may be sent again, and says what came of it. */
export function act<A extends Answer, Variables extends object>(
  document: TypedDocumentNode<A, Variables>,
  variables: Omit<Variables, "language">,
) {
  return attempt(document, variables, { send: insist, say: inWords });
}

/** What is wrong with what may have been done although nobody answered, in words. */
export function inWords(failed: unknown): string {
  return isPassing(failed) ? t("live.fault.silent") : faultInWords(failed);
}

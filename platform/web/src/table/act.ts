// Having the server do something, until it answers: what is sent again is done once.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { ApiError, ask, isPassing, pause } from "../api/client.ts";
import type { WhyFragment } from "../api/generated.ts";
import { $language } from "../settings.ts";
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

/** What a mutation answers: done, or why not. */
export interface Answered {
  readonly result: { ok: boolean } | ({ ok: boolean } & WhyFragment) | null;
}

/** What came of something that was asked for. */
export type Outcome<Data extends Answered> =
  | { readonly refusal: null; readonly done: Exclude<Data["result"], WhyFragment | null> }
  | {
      /** Why not, in words. */
      readonly refusal: string;
      /** As `Refused.code` in the schema, or a code of `errors`. */
      readonly code: string;
      /** In how many seconds it may be asked again; null where waiting does not help. */
      readonly retryAfter: number | null;
    };

/** Has the server do something that may be sent again, and says what came of it. */
export async function act<Data extends Answered, Variables extends { language: unknown }>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Omit<Variables, "language">,
): Promise<Outcome<Data>> {
  try {
    const asked = { ...variables, language: $language.get() } as unknown as Variables;
    const { result } = await insist(() => ask(document, asked));
    if (result === null) return refused(t("fault.unknown"), "INTERNAL");
    if ("message" in result) return refused(result.message, result.code, result.retryAfter);
    return { refusal: null, done: result as Exclude<Data["result"], WhyFragment | null> };
  } catch (failed) {
    return refused(inWords(failed), failed instanceof ApiError ? failed.code : "");
  }
}

function refused(refusal: string, code: string, retryAfter: number | null = null) {
  return { refusal, code, retryAfter };
}

/** What is wrong, in words that a person can act on. */
export function inWords(failed: unknown): string {
  if (!(failed instanceof ApiError)) return t("fault.unknown");
  switch (failed.code) {
    case "UNREACHABLE":
    case "UNAVAILABLE":
      return t("live.fault.silent");
    case "UNAUTHENTICATED":
      return t("live.fault.signedOut");
    case "FORBIDDEN":
      return t("live.fault.forbidden");
    default:
      return t("fault.unknown");
  }
}

// What comes of having the server do something: it is done, or why it is not, in words.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { $language } from "../settings.ts";
import { t } from "../words.ts";
import { ApiError, ask } from "./client.ts";
import { faultInWords } from "./faults.ts";
import type { WhyFragment } from "./generated.ts";

/** Why something was not done. */
export type Refusal = Pick<WhyFragment, "code" | "message" | "retryAfter">;

/** The answer of a mutation as the page asks for it: under `result`, done or refused. */
export interface Answer {
  readonly result: { readonly ok: boolean } | null;
}

/** What a mutation answers when it is done. */
export type Done<Result> = Exclude<NonNullable<Result>, { readonly code: string }>;

/** One of the two is null. */
export type Outcome<Done> =
  | { readonly done: Done; readonly refusal: null }
  | { readonly done: null; readonly refusal: Refusal };

/** How something is sent, and what is said where nobody answers. */
export interface Sending {
  /** Sends it, once or until there is an answer. */
  readonly send: <T>(once: () => Promise<T>) => Promise<T>;
  /** What a person is told of what was thrown. */
  readonly say: (failed: unknown) => string;
}

const ONCE: Sending = { send: (once) => once(), say: faultInWords };

/**
 * Has the server do something, and says it in the language of the page. Never throws: what went
 * wrong on the way there is a refusal, too.
 */
export async function attempt<A extends Answer, Variables extends object>(
  document: TypedDocumentNode<A, Variables>,
  variables: Omit<Variables, "language">,
  { send, say } = ONCE,
): Promise<Outcome<Done<A["result"]>>> {
  try {
    // Every mutation has `$language`, which is what `Omit` has taken away.
    const whole = { ...variables, language: $language.get() } as unknown as Variables;
    const { result } = await send(() => ask(document, whole));
    if (result === null) return refused("INTERNAL", t("fault.unknown"));
    if (isRefusal(result)) return { done: null, refusal: result };
    // What is neither missing nor refused is done.
    return { done: result as Done<A["result"]>, refusal: null };
  } catch (failed) {
    return refused(failed instanceof ApiError ? failed.code : "INTERNAL", say(failed));
  }
}

function isRefusal(result: object): result is Refusal {
  return "code" in result && "message" in result;
}

function refused(code: string, message: string) {
  return { done: null, refusal: { code, message, retryAfter: null } };
}

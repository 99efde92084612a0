// The only way to change something on the server: answers the result, or a refusal in words.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { t } from "../i18n/words.ts";
import { $language } from "../preferences/preferences.ts";
import { ApiError, ask } from "./client.ts";
import { errorMessage } from "./error-message.ts";
import type { WhyFragment } from "./generated.ts";
import { isRetryable, sendUntilAnswered } from "./retry.ts";

/** Why something was not done. */
export interface Refusal extends Pick<WhyFragment, "message" | "retryAfter"> {
  /** A `RefusalCode`, the code of a failed request, or empty. */
  readonly code: string;
}

/** The answer of a mutation as the page's documents ask for it: the result is under `result`. */
export interface Answer {
  readonly result: { readonly ok: boolean } | null;
}

/** The result of a mutation that was not refused. */
export type Done<Result> = Exclude<NonNullable<Result>, { readonly code: string }>;

/** One of the two is null. */
export type Outcome<Done> =
  | { readonly done: Done; readonly refusal: null }
  | { readonly done: null; readonly refusal: Refusal };

/** How a mutation is sent. */
export interface Sending {
  /**
   * Whether sending the same request twice does no harm. Then it is sent again until there is an
   * answer.
   */
  readonly isRepeatable?: boolean;
  /** Sends it otherwise than among all other requests. */
  readonly ask?: typeof ask;
}

/** For mutations that have an idempotency key, or that make no difference the second time. */
export const REPEATABLE: Sending = { isRepeatable: true };

/** Sends a mutation. Never throws: a failed request is a refusal, too. */
export async function mutate<A extends Answer, Variables extends object>(
  document: TypedDocumentNode<A, Variables>,
  variables: Omit<Variables, "language">,
  { isRepeatable = false, ask: askWith = ask }: Sending = {},
): Promise<Outcome<Done<A["result"]>>> {
  // Every mutation takes `$language`, which `Omit` has removed from the type.
  const whole = { ...variables, language: $language.get() } as unknown as Variables;
  const send = () => askWith(document, whole);
  try {
    const { result } = await (isRepeatable ? sendUntilAnswered(send) : send());
    if (result === null) return refused(t("errors.unknown"), "INTERNAL");
    if (isRefusal(result)) return { done: null, refusal: result };
    return { done: result as Done<A["result"]>, refusal: null };
  } catch (error) {
    const code = error instanceof ApiError ? error.code : "INTERNAL";
    // The request may have arrived even if the answer did not.
    const isSilent = isRepeatable && isRetryable(error);
    return refused(isSilent ? t("errors.noAnswer") : errorMessage(error), code);
  }
}

/** A refusal that the page itself gives; the code is empty unless a form maps it to a field. */
export function refusalOf(message: string, code = ""): Refusal {
  return { code, message, retryAfter: null };
}

function isRefusal(result: object): result is Refusal {
  return "code" in result && "message" in result;
}

function refused(message: string, code: string) {
  return { done: null, refusal: refusalOf(message, code) };
}

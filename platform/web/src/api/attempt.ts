// What comes of having the server do something: it is done, or why it is not, in words.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { $language } from "../settings.ts";
import { t } from "../words.ts";
import { ApiError, ask } from "./client.ts";
import type { WhyFragment } from "./generated.ts";

/** Why something was not done. */
export type Refusal = Pick<WhyFragment, "code" | "message" | "retryAfter">;

/** What there is where it was done. */
type Done<Result> = Exclude<NonNullable<Result>, { code: string }>;

/** One of the two is null. */
export type Outcome<Done> =
  | { readonly done: Done; readonly refusal: null }
  | { readonly done: null; readonly refusal: Refusal };

/**
 * Has the server do something, and says it in the language of the page. What went wrong on the way
 * there is a refusal, too.
 */
export async function attempt<Result, Variables extends object>(
  document: TypedDocumentNode<{ result: Result }, Variables>,
  variables: Omit<Variables, "language">,
): Promise<Outcome<Done<Result>>> {
  try {
    // Every mutation has `$language`, which is what `Omit` has taken away.
    const whole = { ...variables, language: $language.get() } as unknown as Variables;
    const result: unknown = (await ask(document, whole)).result;
    if (isObject(result) && result["ok"] === true) {
      return { done: result as Done<Result>, refusal: null };
    }
    return { done: null, refusal: isObject(result) ? (result as Refusal) : broken("UNAVAILABLE") };
  } catch (failed) {
    if (failed instanceof ApiError) return { done: null, refusal: broken(failed.code) };
    throw failed;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function broken(code: string): Refusal {
  return { code, message: faultInWords(code), retryAfter: null };
}

/** A sentence for a request that got no answer to show. */
export function faultInWords(code: string): string {
  switch (code) {
    case "UNREACHABLE":
      return t("fault.unreachable");
    case "UNAUTHENTICATED":
      return t("people.fault.signedOut");
    case "FORBIDDEN":
      return t("people.fault.forbidden");
    default:
      return t("fault.unknown");
  }
}

/**
 * The same for whatever was thrown.
 * @throws what is no answer of the server's: that is a mistake of the page's.
 */
export function saying(failed: unknown): string {
  if (failed instanceof ApiError) return faultInWords(failed.code);
  throw failed;
}

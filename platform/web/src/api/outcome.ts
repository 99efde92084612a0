// What came of something that the visitor did: it is done, or there is a sentence that says why not.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { t } from "../words.ts";
import { ApiError, ask } from "./client.ts";

/** The answer of a mutation as the page asks for it: under `result`, done or refused. */
export interface Answer {
  readonly result: object | null;
}

/** What a mutation answers when it is done. */
export type Done<A extends Answer> = Exclude<NonNullable<A["result"]>, { readonly code: string }>;

/** Either what was done, or why not, in words. */
export type Outcome<A extends Answer> =
  | { readonly done: Done<A>; readonly refusal: null }
  | { readonly done: null; readonly refusal: string };

/** Has the server do something. Never throws: what went wrong on the way is a refusal too. */
export async function attempt<A extends Answer, Variables extends object>(
  document: TypedDocumentNode<A, Variables>,
  variables: Variables,
): Promise<Outcome<A>> {
  try {
    const { result } = await ask(document, variables);
    if (result === null) return { done: null, refusal: t("fault.unknown") };
    if (isRefused(result)) return { done: null, refusal: result.message };
    // What is neither missing nor refused is done.
    return { done: result as Done<A>, refusal: null };
  } catch (failed) {
    return { done: null, refusal: faultInWords(failed) };
  }
}

function isRefused(result: object): result is { readonly message: string } {
  return "code" in result && "message" in result;
}

/** What is to be said of a request that got no answer. */
export function faultInWords(failed: unknown): string {
  if (!(failed instanceof ApiError)) throw failed;
  return failed.code === "UNREACHABLE" ? t("fault.unreachable") : t("fault.unknown");
}

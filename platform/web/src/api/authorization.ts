// What somebody else's client asks of the visitor, and the visitor's yes. These are OAuth's own
// endpoints, since its answers are addresses and not objects of the API.
import type { Scope } from "./generated.ts";
import { $token } from "./token.ts";

/** The time limit for an answer, in milliseconds. */
const TIMEOUT_MS = 20_000;

/** What a client asks for. */
export interface AuthorizationRequest {
  /** What the client calls itself. */
  readonly client: string;
  /** What it is: a site, a program on this device, or an app. */
  readonly kind: "site" | "device" | "app";
  /** Where it is: a host, or the scheme of an app. */
  readonly place: string;
  /** What it wants to be allowed. */
  readonly scopes: readonly Scope[];
  /** What is wrong with the request, in OAuth's word; null if nothing is. */
  readonly error: string | null;
  /** The address by which the client is told no. */
  readonly back: string;
}

/** Reads a request out of the address of its page; null where it is not known whom to answer. */
export async function readRequest(search: string): Promise<AuthorizationRequest | null> {
  const response = await send("/oauth/request", search, {});
  if (response.status === 400) return null;
  if (!response.ok) throw new Error(`the server has answered ${response.status}`);
  return (await response.json()) as AuthorizationRequest;
}

/** Allows what is asked; answers the address by which the client is told. */
export async function allow(search: string): Promise<string> {
  const token = $token.get();
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await send("/oauth/grant", search, headers);
  if (!response.ok) throw new Error(`the server has answered ${response.status}`);
  return ((await response.json()) as { redirect: string }).redirect;
}

function send(path: string, search: string, headers: Record<string, string>): Promise<Response> {
  return fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: search.replace(/^\?/, ""),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

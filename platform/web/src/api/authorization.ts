// Authorizing third-party clients. These are OAuth's own endpoints, because their answers are
// addresses and not objects of the API.
import type { Scope } from "./generated.ts";
import { $token } from "./token.ts";

/** The time limit for an answer, in milliseconds. */
const TIMEOUT_MS = 20_000;

/** What a client asks for. */
export interface AuthorizationRequest {
  /** What the client calls itself. */
  readonly client: string;
  /** A website, a program on this device, or an app. */
  readonly kind: "site" | "device" | "app";
  /** The host of a site, or the URL scheme of an app. */
  readonly place: string;
  /** The permissions that it asks for. */
  readonly scopes: readonly Scope[];
  /** OAuth's error code for the request; null if it is valid. */
  readonly error: string | null;
  /** The redirect address that tells the client about a refusal. */
  readonly back: string;
}

/** Reads a request from the address of its page; null if the client is unknown. */
export async function readRequest(search: string): Promise<AuthorizationRequest | null> {
  const response = await send("/oauth/request", search, {});
  if (response.status === 400) return null;
  if (!response.ok) throw new Error(`the server has answered ${response.status}`);
  return (await response.json()) as AuthorizationRequest;
}

/** Allows the request. @returns the redirect address that tells the client. */
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

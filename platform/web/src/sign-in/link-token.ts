// The token of an emailed link: `/reset#token=…`, `/confirm#token=…`. It is in the fragment, which no
// server logs, and is removed from the address, so that the browser's history does not have it.

/** The token in the fragment of an address; null if there is none. */
export function tokenIn(hash: string): string | null {
  const token = new URLSearchParams(hash.replace(/^#/, "")).get("token");
  return token === "" ? null : token;
}

/** The token in pasted text, which may be the whole link. */
export function pastedToken(text: string): string {
  const [, hash = ""] = text.split("#", 2);
  return tokenIn(hash.trim()) ?? text.trim();
}

/** Takes the token out of the address bar. */
export function takeToken(): string | null {
  const token = tokenIn(location.hash);
  if (token !== null) {
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return token;
}

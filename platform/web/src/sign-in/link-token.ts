// The token of a link in a letter: `/reset#token=…`, `/confirm#token=…`. It is behind the `#` so that
// no log has it, and is taken out of the address so that no history has it either.

/** The token in the part of an address behind the `#`; null where there is none. */
export function tokenIn(hash: string): string | null {
  const token = new URLSearchParams(hash.replace(/^#/, "")).get("token");
  return token === "" ? null : token;
}

/** The token that somebody pastes, with the whole link around it or not. */
export function pastedToken(text: string): string {
  const [, hash = ""] = text.split("#", 2);
  return tokenIn(hash.trim()) ?? text.trim();
}

/** The token in the address bar, from which it is then gone. */
export function takeToken(): string | null {
  const token = tokenIn(location.hash);
  if (token !== null) {
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return token;
}

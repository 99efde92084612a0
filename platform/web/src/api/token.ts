// The access token. It is not passed to a game's own table; but a game's script runs in this page
// and could read it, so an operator who installs a game trusts it that far.
import { atom } from "nanostores";
import { read, write } from "../preferences/storage.ts";

const NAME = "gueridon.token";

/** The token; null when not signed in. */
export const $token = atom<string | null>(read(NAME));

/** Stores a token on this device. */
export function keepToken(token: string): void {
  write(NAME, token);
  $token.set(token);
}

/** Removes the token from this device; given a token, only if it is still the stored one. */
export function forgetToken(token = $token.get()): void {
  if (token !== $token.get()) return;
  write(NAME, null);
  $token.set(null);
}

// Another tab has signed in or out.
addEventListener("storage", ({ key, newValue }) => {
  if (key === NAME) $token.set(newValue);
});

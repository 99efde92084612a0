// The secret that says who the visitor is. No game's table is handed it; but a game's module runs in
// this page, and could read it here: whoever installs a game trusts it so far.
import { atom } from "nanostores";
import { read, write } from "../preferences/storage.ts";

const NAME = "gueridon.token";

/** The token; null for a passer-by. */
export const $token = atom<string | null>(read(NAME));

/** Keeps a token on this device. */
export function keepToken(token: string): void {
  write(NAME, token);
  $token.set(token);
}

/** Forgets the token on this device; or a certain one, if it is still the one here. */
export function forgetToken(token = $token.get()): void {
  if (token !== $token.get()) return;
  write(NAME, null);
  $token.set(null);
}

// Another tab has signed in or out.
addEventListener("storage", ({ key, newValue }) => {
  if (key === NAME) $token.set(newValue);
});

// The visitor's session: who they are, and what they may do.
import { atom } from "nanostores";
import { ask } from "../api/client.ts";
import { keepTrying } from "../api/connection.ts";
import { MeDocument, type Role, type WhoFragment } from "../api/generated.ts";
import { $token, keepToken } from "../api/token.ts";

/** The visitor as a player; null when not signed in, undefined until the server has answered. */
export const $me = atom<WhoFragment | null | undefined>(undefined);

/** The visitor's role. */
export const $role = atom<Role>("PLAYER");

let learning = new AbortController();

$token.subscribe((token) => {
  learning.abort();
  learning = new AbortController();
  // The role belongs to the account that was signed in before.
  $role.set("PLAYER");
  if (token === null) $me.set(null);
  else void refreshMe();
});

/** Asks the server who the token belongs to, until there is an answer. */
export async function refreshMe(): Promise<void> {
  const { signal } = learning;
  try {
    const known = await keepTrying(() => ask(MeDocument, {}), signal);
    if (!known || signal.aborted) return;
    $me.set(known.me);
    $role.set(known.account?.role ?? "PLAYER");
  } catch {
    // The next request that needs the session shows the error.
  }
}

/** Stores the token that the server has issued, and the player it belongs to. */
export function startSession({ player, token }: { player: WhoFragment; token: string }): void {
  // The token first: subscriptions that start when `$me` changes need a socket with it.
  keepToken(token);
  $me.set(player);
}

// Who the visitor is to the server.
import { atom } from "nanostores";
import { ask } from "../api/client.ts";
import { persist } from "../api/connection.ts";
import { MeDocument, type Role, type WhoFragment } from "../api/generated.ts";
import { $token, keepToken } from "../api/token.ts";

/** The visitor as a player; null for a passer-by, undefined as long as the server was not asked. */
export const $me = atom<WhoFragment | null | undefined>(undefined);

/** What the visitor may do beyond playing. */
export const $role = atom<Role>("PLAYER");

let learning = new AbortController();

$token.subscribe((token) => {
  learning.abort();
  learning = new AbortController();
  // The role of whoever was here before is not theirs who come.
  $role.set("PLAYER");
  if (token === null) $me.set(null);
  else void learnWho();
});

/** Asks the server whose the token is, until it says so. */
export async function learnWho(): Promise<void> {
  const { signal } = learning;
  try {
    const known = await persist(() => ask(MeDocument, {}), signal);
    if (!known || signal.aborted) return;
    $me.set(known.me);
    $role.set(known.account?.role ?? "PLAYER");
  } catch {
    // Nothing is known then; who asks next learns why.
  }
}

/** The visitor is from now on who the server says they are. */
export function comeIn({ player, token }: { player: WhoFragment; token: string }): void {
  // The token first: whoever listens as this player does so on a socket that has it.
  keepToken(token);
  $me.set(player);
}

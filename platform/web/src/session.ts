// Who the visitor is to the server.
import { atom } from "nanostores";
import { ask } from "./api/client.ts";
import { MeDocument, SignInDocument, SignOutDocument, type WhoFragment } from "./api/generated.ts";
import { $token, forgetToken, keepToken } from "./api/token.ts";
import { $language } from "./settings.ts";
import { t } from "./words.ts";

/** The visitor as a player; null for a passer-by, undefined as long as the server was not asked. */
export const $me = atom<WhoFragment | null | undefined>(undefined);

$token.subscribe((token) => {
  if (token === null) $me.set(null);
  else void learnWho();
});

/** Asks the server whose the token is. */
export async function learnWho(): Promise<void> {
  const token = $token.get();
  try {
    const { me } = await ask(MeDocument, {});
    if ($token.get() === token) $me.set(me);
  } catch {
    // Nothing is known then; who asks next learns why.
  }
}

/**
 * Comes in: as a new guest, or with a password as a registered player.
 * @returns why not, in words; null when it was done.
 */
export async function signIn(name: string, password: string | null): Promise<string | null> {
  const variables = { name, password, label: t("account.device"), language: $language.get() };
  const { result } = await ask(SignInDocument, variables);
  if (result && "token" in result) {
    // The token first: whoever listens as this player does so on a socket that has it.
    keepToken(result.token);
    $me.set(result.player);
    return null;
  }
  return result && "message" in result ? result.message : t("fault.unknown");
}

/** Ends the token of this device, or all of them. */
export async function signOut(everywhere: boolean): Promise<void> {
  await ask(SignOutDocument, { everywhere, language: $language.get() });
  forgetToken();
}

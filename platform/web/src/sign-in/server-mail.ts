// Whether this server sends mail: where it does not, nothing may promise any.
import { atom } from "nanostores";
import { ask } from "../api/client.ts";
import { ServerMailDocument } from "../api/generated.ts";

/** Whether the server sends mail; null until it is known. */
export const $sendsMail = atom<boolean | null>(null);

/** Asks the server, unless it is known. Without an answer it stays unknown, and is asked again. */
export async function learnMail(): Promise<void> {
  if ($sendsMail.get() !== null) return;
  const answer = await ask(ServerMailDocument, {}).catch(() => null);
  if (answer) $sendsMail.set(answer.server.sendsMail);
}

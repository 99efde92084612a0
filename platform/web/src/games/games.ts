// The games of the server, with their titles in the language of the page.
import { ask } from "../api/client.ts";
import { GamesDocument, type GameLineFragment } from "../api/generated.ts";
import { RequestCache } from "../api/request-cache.ts";
import type { Language } from "@gueridon/element";

const cache = new RequestCache<readonly GameLineFragment[]>();

/** Every game of the server, in the order of their ids. */
export function gamesIn(language: Language): Promise<readonly GameLineFragment[]> {
  return cache.get(language, async () => (await ask(GamesDocument, { language })).games);
}

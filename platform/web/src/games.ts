// The games that can be played here, with their titles in the language of the page.
import { ask } from "./api/client.ts";
import { GamesDocument, type GameLineFragment } from "./api/generated.ts";
import type { Language } from "./element.ts";

const known = new Map<Language, Promise<readonly GameLineFragment[]>>();

/** Every game of the server, in the order of their ids. Asked for once in each language. */
export function gamesIn(language: Language): Promise<readonly GameLineFragment[]> {
  const there = known.get(language);
  if (there) return there;
  const asked = ask(GamesDocument, { language }).then(
    ({ games }) => games,
    (failed: unknown) => {
      known.delete(language);
      throw failed;
    },
  );
  known.set(language, asked);
  return asked;
}

// What the parts of a game's schema are called, from its catalogue: entries of kind `label`, whose
// ids are schema coordinates such as `MineOptions.draft`.
import { ask } from "../api/client.ts";
import { LabelsDocument } from "../api/generated.ts";
import type { Language } from "../element.ts";

/** A name for people, and a sentence where the name does not say all. */
export interface Label {
  readonly name: string;
  readonly text: string;
}

/** The labels of a game by schema coordinate. */
export type Labels = ReadonlyMap<string, Label>;

const known = new Map<string, Promise<Labels>>();

/** A game's labels in a language; empty where it has none. Asked for once. */
export function labelsOf(game: string, language: Language): Promise<Labels> {
  const key = `${language} ${game}`;
  const there = known.get(key);
  if (there) return there;
  const asked = ask(LabelsDocument, { game, language }).then(
    (data) =>
      new Map(
        (data.game?.catalogue ?? [])
          .filter(({ kind }) => kind === "label")
          .map(({ id, name, text }) => [id, { name, text }]),
      ),
    (failed: unknown) => {
      known.delete(key);
      throw failed;
    },
  );
  known.set(key, asked);
  return asked;
}

// Names for the parts of a game's schema, from its catalogue: entries of kind `label`, whose ids
// are schema coordinates such as `MineOptions.draft`.
import { ask } from "../api/client.ts";
import { LabelsDocument } from "../api/generated.ts";
import { RequestCache } from "../api/request-cache.ts";
import type { Language } from "@gueridon/element";

/** A name for people, with a sentence if the name needs explaining. */
export interface Label {
  readonly name: string;
  readonly text: string;
}

/** The labels of a game by schema coordinate. */
export type Labels = ReadonlyMap<string, Label>;

const cache = new RequestCache<Labels>();

/** A game's labels in a language; empty if it has none. */
export function labelsOf(game: string, language: Language): Promise<Labels> {
  return cache.get(`${language} ${game}`, async () => {
    const data = await ask(LabelsDocument, { game, language });
    const labels = (data.game?.catalogue ?? []).filter(({ kind }) => kind === "label");
    return new Map(labels.map(({ key, name, text }) => [key, { name, text }]));
  });
}

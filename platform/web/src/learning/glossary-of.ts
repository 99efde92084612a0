// The glossary of a game in the language of the page, made once for each.
import type { Language } from "@gueridon/element";
import { GameGlossary } from "./glossary.ts";
import type { Learning } from "./learning.ts";

const made = new WeakMap<Learning, Map<Language, GameGlossary>>();

/** The same object for the same game and language; null where the game brings no glossary. */
export function glossaryOf(learning: Learning | null, language: Language): GameGlossary | null {
  if (learning === null || learning.glossary.length === 0) return null;
  const of = made.get(learning) ?? new Map<Language, GameGlossary>();
  made.set(learning, of);
  const glossary = of.get(language) ?? new GameGlossary(learning.glossary, language);
  of.set(language, glossary);
  return glossary;
}

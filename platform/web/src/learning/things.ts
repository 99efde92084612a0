// The things of a game's catalogue as terms: whoever reads a card's name is shown the card.
import type { Catalogue, Language } from "@gueridon/element";
import { GameGlossary } from "./glossary.ts";
import type { Learning, Term } from "./learning.ts";

/** What the keys of things begin with, so that none is that of a term. */
const THING = "thing:";

const made = new WeakMap<
  Catalogue,
  { readonly of: Learning | null; readonly glossary: GameGlossary }
>();

/** The key in the catalogue of a thing that was found in a sentence; null for a term. */
export function thingOf(key: string): string | null {
  return key.startsWith(THING) ? key.slice(THING.length) : null;
}

/**
 * The glossary of a game with the things of its catalogue that say what they do. A word that is both
 * is the glossary's. The same object for the same catalogue and game.
 */
export function withThings(
  learning: Learning | null,
  catalogue: Catalogue,
  language: Language,
): GameGlossary {
  const known = made.get(catalogue);
  if (known?.of === learning) return known.glossary;
  const terms = learning === null ? [] : learning.glossary;
  const glossary = new GameGlossary([...thingsIn(catalogue), ...terms], language);
  made.set(catalogue, { of: learning, glossary });
  return glossary;
}

/** The sorts of things that can be drawn as cards: those of which the game shows one to beginners. */
export function drawnKinds(learning: Learning | null, catalogue: Catalogue): ReadonlySet<string> {
  const shown = learning?.howToPlay.flatMap(({ cards }) => cards) ?? [];
  return new Set(shown.flatMap((key) => catalogue.get(key)?.kind ?? []));
}

function thingsIn(catalogue: Catalogue): readonly Term[] {
  return [...catalogue.values()]
    .filter(({ kind, name, text }) => kind !== "label" && text !== "" && name.length > 2)
    .map(({ key, name, text }) => ({
      key: `${THING}${key}`,
      name: { EN: name, FR: name },
      forms: { EN: [name], FR: [name] },
      text: { EN: text, FR: text },
    }));
}

// The terms of a game's glossary, found in its sentences.
import type { Glossary, Language, TextPart } from "@gueridon/element";
import type { Term } from "./learning.ts";

/** A term in one language. */
export interface Explained {
  readonly name: string;
  readonly text: string;
}

/** How many sentences keep their parts, so that a log is not searched again with each entry. */
const KEPT = 2_000;

/** The glossary of a game in one language. */
export class GameGlossary implements Glossary {
  /** What it was made of. */
  readonly parts: { readonly terms: readonly Term[]; readonly language: Language };
  readonly #terms: ReadonlyMap<string, Explained>;
  /** The key of the term of each form. */
  readonly #keys: ReadonlyMap<string, string>;
  readonly #pattern: RegExp | null;
  readonly #parts = new Map<string, readonly TextPart[]>();

  constructor(terms: readonly Term[], language: Language) {
    this.parts = { terms, language };
    this.#terms = new Map(
      terms.map((term) => [term.key, { name: term.name[language], text: term.text[language] }]),
    );
    this.#keys = new Map(
      terms.flatMap(({ key, forms }) =>
        forms[language].flatMap((form) => casesOf(form).map((one) => [one, key] as const)),
      ),
    );
    // The longest first: "Key token" is not the term "Key" with a word behind it.
    const forms = [...this.#keys.keys()].sort((a, b) => b.length - a.length).map(escaped);
    this.#pattern =
      forms.length === 0
        ? null
        : new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  }

  /** What a term means. */
  explain(key: string): Explained | undefined {
    return this.#terms.get(key);
  }

  split(text: string): readonly TextPart[] {
    const kept = this.#parts.get(text);
    if (kept) return kept;
    const parts = this.#search(text);
    if (this.#parts.size >= KEPT) this.#parts.clear();
    this.#parts.set(text, parts);
    return parts;
  }

  #search(text: string): readonly TextPart[] {
    const parts: TextPart[] = [];
    let end = 0;
    for (const match of this.#pattern === null ? [] : text.matchAll(this.#pattern)) {
      const [words] = match;
      if (match.index > end) parts.push({ words: text.slice(end, match.index), term: null });
      parts.push({ words, term: this.#keys.get(spacesOf(words)) ?? null });
      end = match.index + words.length;
    }
    if (end < text.length) parts.push({ words: text.slice(end), term: null });
    return parts;
  }
}

/** A form as it is written, and with a capital as at the beginning of a sentence. */
function casesOf(form: string): readonly string[] {
  const capital = form.charAt(0).toUpperCase() + form.slice(1);
  return [...new Set([form, capital].map(spacesOf))];
}

/** With plain spaces, as forms are compared. */
function spacesOf(words: string): string {
  return words.replace(/\s/g, " ");
}

/** As a part of a pattern, in which a space is any space. */
function escaped(form: string): string {
  return form.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll(" ", "\\s");
}

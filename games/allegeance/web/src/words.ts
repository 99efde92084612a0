// The board's own texts, from words/en.json and words/fr.json; the catalogue names everything else.
import type { Language } from "@gueridon/web/element";
import en from "./words/en.json";
import fr from "./words/fr.json";

/** The key of a text. */
export type Word = keyof typeof en;

/** Values to interpolate. */
export type Values = Readonly<Record<string, string | number>>;

const WORDS: Readonly<Record<Language, Readonly<Record<Word, string>>>> = { EN: en, FR: fr };
const PLURALS = { EN: new Intl.PluralRules("en"), FR: new Intl.PluralRules("fr") };

/** A text: `{name}` is interpolated, `{count|card|cards}` selects the plural form. */
export function say(language: Language, word: Word, values: Values = {}): string {
  return WORDS[language][word].replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, ...found) => {
    const [name, one, other] = found as [string, string | undefined, string | undefined];
    const value = values[name] ?? "";
    if (one === undefined || other === undefined) return String(value);
    return PLURALS[language].select(Number(value)) === "one" ? one : other;
  });
}

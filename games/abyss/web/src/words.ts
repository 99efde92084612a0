// The table's own few words, from words/en.json and words/fr.json; all else is named by the catalogue.
import type { Language } from "@gueridon/web/element";
import en from "./words/en.json";
import fr from "./words/fr.json";

/** The key of a sentence. */
export type Word = keyof typeof en;

/** What is filled into a sentence. */
export type Values = Readonly<Record<string, string | number>>;

const WORDS: Readonly<Record<Language, Readonly<Record<Word, string>>>> = { EN: en, FR: fr };
const PLURALS = { EN: new Intl.PluralRules("en"), FR: new Intl.PluralRules("fr") };

/** A sentence: `{name}` is filled in, `{count|card|cards}` is the form that goes with the number. */
export function say(language: Language, word: Word, values: Values = {}): string {
  return WORDS[language][word].replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, ...found) => {
    const [name, one, other] = found as [string, string | undefined, string | undefined];
    const value = values[name] ?? "";
    if (one === undefined || other === undefined) return String(value);
    return PLURALS[language].select(Number(value)) === "one" ? one : other;
  });
}

// Texts of boards: a board's own beside those of every board; the catalogue names everything else.
import type { Language } from "@gueridon/element";
import en from "./words/en.json";
import fr from "./words/fr.json";

/** The key of a text that every board has. */
export type SharedWord = keyof typeof en;

/** Values to interpolate. */
export type Values = Readonly<Record<string, string | number>>;

/** The texts of a board, by language. */
export type Words<Word extends string> = Readonly<Record<Language, Readonly<Record<Word, string>>>>;

/** The texts that every board has. */
export const SHARED: Words<SharedWord> = { EN: en, FR: fr };

const PLURALS = { EN: new Intl.PluralRules("en"), FR: new Intl.PluralRules("fr") };

/** A whole number for people, with a minus sign, which is no hyphen: −1. */
export function numeral(value: number): string {
  return String(value).replace("-", "−");
}

/** A text: `{name}` is interpolated, `{count|card|cards}` selects the plural form. */
export function say<Word extends string>(
  words: Words<Word>,
  language: Language,
  word: Word,
  values: Values = {},
): string {
  return words[language][word].replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, ...found) => {
    const [name, one, other] = found as [string, string | undefined, string | undefined];
    const value = values[name] ?? "";
    if (one === undefined || other === undefined)
      return typeof value === "number" ? numeral(value) : value;
    return PLURALS[language].select(Number(value)) === "one" ? one : other;
  });
}

// The texts of the page, for tests that look for what a person would look for.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "@gueridon/element";

/** The languages of the page. */
export const LANGUAGES: readonly Language[] = ["EN", "FR"];

interface Words {
  readonly [key: string]: string | Words;
}

const WORDS: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  EN: read("en"),
  FR: read("fr"),
};

/** The keys of all texts, none of which may be visible. */
export const KEYS: readonly string[] = [...WORDS.EN.keys()];

/** The text of a key, with interpolated values. */
export function said(language: Language, key: string, gaps: Record<string, unknown> = {}): string {
  const words = WORDS[language].get(key);
  if (words === undefined) throw new Error(`the page has no words under ${key}`);
  return words.replace(/{{(\w+)}}/g, (_, gap: string) => String(gaps[gap]));
}

/** The same as a pattern that matches any values. */
export function saidLike(language: Language, key: string): RegExp {
  const literal = said(language, key, {}).split("undefined");
  return new RegExp(literal.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join(".*"));
}

function read(tag: string): ReadonlyMap<string, string> {
  const file = join(import.meta.dirname, "../../src/i18n", `${tag}.json`);
  return new Map(flat(JSON.parse(readFileSync(file, "utf8")) as Words, ""));
}

function* flat(words: Words, under: string): Generator<[string, string]> {
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === "string") yield [under + key, value];
    else yield* flat(value, `${under}${key}.`);
  }
}

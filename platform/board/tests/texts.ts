// Whether the texts of a board are complete in both languages, and fit every name.
import { readFileSync } from "node:fs";
import { expect } from "vitest";

type Texts = Readonly<Record<string, string>>;

const places = (sentence: string) =>
  [...new Set([...sentence.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();

/** Expects the same keys, no empty text, and the same interpolated names. */
export function expectSameTexts(english: Texts, french: Texts): void {
  expect(Object.keys(french)).toEqual(Object.keys(english));
  expect(
    [...Object.values(english), ...Object.values(french)].filter((one) => one.trim() === ""),
  ).toEqual([]);
  for (const [key, sentence] of Object.entries(english)) {
    expect(places(french[key] ?? ""), key).toEqual(places(sentence));
  }
}

/** Words that French cuts before a vowel: `d’Alice`. No text can know with what a name begins. */
const CUT = /(?<!\p{L})(de|que|jusque|lorsque|puisque|ne|se) \{(seat:\w+|seat|who)\}/iu;

/** Expects no French sentence, of the board or of the game's `words.toml`, to cut a word before a name. */
export function expectNoCutBeforeNames(french: Texts, wordsOfGame: string): void {
  const told = readFileSync(wordsOfGame, "utf8").match(/^fr = .*$/gm) ?? [];
  expect(told.length).toBeGreaterThan(0);
  expect([...Object.values(french), ...told].filter((sentence) => CUT.test(sentence))).toEqual([]);
}

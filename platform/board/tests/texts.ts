// Whether the texts of a board are complete in both languages.
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

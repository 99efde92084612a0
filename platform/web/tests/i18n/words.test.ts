// The texts of the page are complete in every language.
import { expect, test } from "vitest";
import en from "../../src/i18n/en.json";
import fr from "../../src/i18n/fr.json";

/** The keys of all texts, without plural suffixes. */
function keys(words: object, above = ""): string[] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
    typeof value === "object" && value !== null
      ? keys(value, `${above}${key}.`)
      : [`${above}${key}`.replace(/(_ordinal)?_(one|two|few|many|other)$/, "")],
  );
}

/** The interpolated names of every text. */
function places(words: object): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(words) as [string, unknown][]) {
    if (typeof value === "object" && value !== null) {
      for (const [rest, names] of places(value)) found.set(`${key}.${rest}`, names);
    } else {
      const names = String(value).match(/\{\{\w+/g) ?? [];
      found.set(
        key.replace(/(_ordinal)?_(one|two|few|many|other)$/, ""),
        [...new Set(names)].sort().join(" "),
      );
    }
  }
  return found;
}

test("every language has the same keys", () => {
  expect(new Set(keys(fr))).toEqual(new Set(keys(en)));
});

test("a text interpolates the same names in every language", () => {
  expect(places(fr)).toEqual(places(en));
});

/** All texts, without their keys. */
function sentences(words: object): string[] {
  return Object.values(words).flatMap((value: unknown) =>
    typeof value === "object" && value !== null ? sentences(value) : [String(value)],
  );
}

test("French punctuation has non-breaking spaces", () => {
  expect(sentences(fr).filter((words) => / [:;?!»]|« |N° |\d \d{3}/.test(words))).toEqual([]);
});

test("no French sentence has a word before a name that would be cut before a vowel", () => {
  const cut = /(?<!\p{L})(de|que|jusque|lorsque|puisque|ne|se) \{\{(name|names|who)\}\}/iu;
  expect(sentences(fr).filter((words) => cut.test(words))).toEqual([]);
});

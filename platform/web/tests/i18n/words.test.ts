// The words of the page: the same in every language.
import { expect, test } from "vitest";
import en from "../../src/i18n/en.json";
import fr from "../../src/i18n/fr.json";

/** The keys of all words, without what a language's own plurals add. */
function keys(words: object, above = ""): string[] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
    typeof value === "object" && value !== null
      ? keys(value, `${above}${key}.`)
      : [`${above}${key}`.replace(/(_ordinal)?_(one|two|few|many|other)$/, "")],
  );
}

/** The places of a sentence that are filled in. */
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

test("every word is there in every language", () => {
  expect(new Set(keys(fr))).toEqual(new Set(keys(en)));
});

test("a sentence has the same places to fill in in every language", () => {
  expect(places(fr)).toEqual(places(en));
});

/** The sentences themselves, under whatever key. */
function sentences(words: object): string[] {
  return Object.values(words).flatMap((value: unknown) =>
    typeof value === "object" && value !== null ? sentences(value) : [String(value)],
  );
}

test("no line of French begins with a sign that belongs to the word before it", () => {
  expect(sentences(fr).filter((words) => / [:;?!»]|« |N° |\d \d{3}/.test(words))).toEqual([]);
});

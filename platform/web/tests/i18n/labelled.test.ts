// A label and what it says, as each language writes them.
import { expect, test } from "vitest";
import { labelled } from "../../src/i18n/labelled.ts";
import { $language } from "../../src/preferences/preferences.ts";

test.each([
  ["EN", "Sit here: seat 2"],
  ["FR", "Sit here\u{a0}: seat 2"],
] as const)("the colon stands in %s as it is written there", (language, words) => {
  $language.set(language);
  expect(labelled("Sit here", "seat 2")).toBe(words);
});

// The texts of the board are complete in every language, and fit every name.
import { join } from "node:path";
import { expectNoCutBeforeNames, expectSameTexts } from "@gueridon/board/tests/texts.ts";
import { test } from "vitest";
import en from "../src/words/en.json";
import fr from "../src/words/fr.json";

test("both languages have the same texts, with the same names in them", () => {
  expectSameTexts(en, fr);
});

test("no French sentence has a word before a name that would be cut before a vowel", () => {
  expectNoCutBeforeNames(fr, join(import.meta.dirname, "../../data/words.toml"));
});

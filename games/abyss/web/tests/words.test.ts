// The texts of the board are complete in every language.
import { expectSameTexts } from "@gueridon/board/tests/texts.ts";
import { test } from "vitest";
import en from "../src/words/en.json";
import fr from "../src/words/fr.json";

test("both languages have the same texts, with the same names in them", () => {
  expectSameTexts(en, fr);
});

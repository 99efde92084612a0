// Texts are complete in every language, and interpolated.
import { expect, test } from "vitest";
import { numeral, say, SHARED, type Words } from "../src/words.ts";
import en from "../src/words/en.json";
import fr from "../src/words/fr.json";
import { expectSameTexts } from "./texts.ts";

const POINTS: Words<"points"> = {
  EN: { points: "{count} {count|point|points}" },
  FR: { points: "{count} {count|point|points}" },
};

test("both languages have the same texts, with the same names in them", () => {
  expectSameTexts(en, fr);
});

test("plural forms follow the rules of each language", () => {
  expect(say(POINTS, "EN", "points", { count: 0 })).toBe("0 points");
  expect(say(POINTS, "EN", "points", { count: 1 })).toBe("1 point");
  expect(say(POINTS, "FR", "points", { count: 0 })).toBe("0 point");
  expect(say(POINTS, "FR", "points", { count: 2 })).toBe("2 points");
});

test("negative numbers have a minus sign", () => {
  expect([numeral(-3), numeral(3)]).toEqual(["−3", "3"]);
  expect(say(POINTS, "EN", "points", { count: -3 })).toBe("−3 points");
  expect(say(SHARED, "EN", "labelled", { name: "A-1", value: "x-1" })).toBe("A-1: x-1");
});

test("a label and what it says stand around a colon as each language writes it", () => {
  const values = { name: "Ada", value: 5 };
  expect(say(SHARED, "EN", "labelled", values)).toBe("Ada: 5");
  expect(say(SHARED, "FR", "labelled", values)).toBe("Ada\u{a0}: 5");
});

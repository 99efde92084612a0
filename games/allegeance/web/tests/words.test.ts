// The texts of the board: complete in every language, and interpolated.
import { expect, test } from "vitest";
import { say } from "../src/words.ts";
import en from "../src/words/en.json";
import fr from "../src/words/fr.json";

const places = (sentence: string) =>
  [...new Set([...sentence.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();

test("both languages have the same keys, and no text is empty", () => {
  expect(Object.keys(fr)).toEqual(Object.keys(en));
  expect([...Object.values(en), ...Object.values(fr)].filter((one) => one.trim() === "")).toEqual(
    [],
  );
});

test.each(Object.entries(en))(
  "%s interpolates the same names in both languages",
  (key, english) => {
    expect(places(fr[key as keyof typeof fr])).toEqual(places(english));
  },
);

test("plural forms follow the rules of each language", () => {
  expect(say("EN", "points", { count: 0 })).toBe("0 points");
  expect(say("EN", "points", { count: 1 })).toBe("1 point");
  expect(say("FR", "points", { count: 0 })).toBe("0 point");
  expect(say("FR", "points", { count: 2 })).toBe("2 points");
  expect(say("EN", "leads", { who: "Ada" })).toBe("Ada holds the majority.");
});

// The options of a table in words.
import { expect, test } from "vitest";
import type { Field } from "../../src/options/fields.ts";
import { isSameJson, describeOptions } from "../../src/options/describe.ts";
import { $language } from "../../src/preferences/preferences.ts";

const help = { text: "", isEnglish: false };
const choices = ["A", "B"].map((value) => ({ value, label: `value ${value}`, help }));
const FIELDS: readonly Field[] = [
  { name: "flag", label: "Flag", help, isOptional: false, content: { kind: "boolean" } },
  { name: "one", label: "One", help, isOptional: false, content: { kind: "choice", choices } },
  { name: "some", label: "Some", help, isOptional: false, content: { kind: "choices", choices } },
  { name: "first", label: "First", help, isOptional: true, content: { kind: "integer" } },
  {
    name: "group",
    label: "Group",
    help,
    isOptional: false,
    content: {
      kind: "group",
      fields: [{ name: "n", label: "N", help, isOptional: false, content: { kind: "integer" } }],
    },
  },
];
const PRESET = { flag: false, one: "A", some: ["A"], group: { n: 1 } };

test("every option is described, with whether it differs from the preset", () => {
  $language.set("EN");
  const value = { flag: true, one: "B", some: ["A", "B"], first: 0, group: { n: 2 } };
  expect(describeOptions(FIELDS, value, PRESET)).toEqual([
    { label: "Flag", words: "yes", isUsual: false },
    { label: "One", words: "value B", isUsual: false },
    { label: "Some", words: "value A, value B", isUsual: false },
    { label: "First", words: "0", isUsual: false },
    { label: "Group, N", words: "2", isUsual: false },
  ]);
});

test("options that are not set are described in the language of the page", () => {
  $language.set("FR");
  const words = describeOptions(FIELDS, PRESET, PRESET);
  $language.set("EN");
  expect(words.every(({ isUsual }) => isUsual)).toBe(true);
  expect(words.map((one) => one.words)).toEqual(["non", "value A", "value A", "non précisé", "1"]);
});

test("JSON values are equal regardless of the order of keys", () => {
  expect(isSameJson({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
  const others: unknown[] = [{ a: 2 }, { a: 1, b: 1 }, { b: 1 }, {}, [1], null, 1, "1"];
  for (const other of others) expect(isSameJson({ a: 1 }, other)).toBe(false);
  expect(isSameJson([1, 2], [2, 1])).toBe(false);
});

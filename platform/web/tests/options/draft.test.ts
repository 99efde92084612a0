// From the preset of a game to a form, and from the form to the options to send.
import { expect, test } from "vitest";
import type { Content, Field } from "../../src/options/fields.ts";
import { draftOf, valueOf, type DraftGroup } from "../../src/options/draft.ts";

const help = { text: "", isEnglish: false };
const choices = ["A", "B", "C"].map((value) => ({ value, label: value.toLowerCase(), help }));

function field(name: string, content: Content, isOptional = false): Field {
  return { name, label: name, help, isOptional, content };
}

const FIELDS: readonly Field[] = [
  field("flag", { kind: "boolean" }),
  field("count", { kind: "integer" }),
  field("share", { kind: "number" }),
  field("motto", { kind: "text" }),
  field("one", { kind: "choice", choices }),
  field("some", { kind: "choices", choices }),
  field("group", { kind: "group", fields: [field("deep", { kind: "integer" })] }),
  field("raw", { kind: "json", type: "[Int!]" }),
  field("open", { kind: "integer" }, true),
];

const PRESET = {
  flag: true,
  count: 10,
  share: 0.5,
  motto: "on",
  one: "B",
  some: ["A", "C"],
  group: { deep: 7 },
  raw: [1, 2],
};

test("an untouched form sends the preset", () => {
  expect(valueOf(FIELDS, draftOf(FIELDS, PRESET))).toEqual({ value: PRESET, faults: null });
});

test("an optional field is only sent if it is set", () => {
  const draft = draftOf(FIELDS, PRESET);
  expect(draft["open"]).toBeNull();
  expect(valueOf(FIELDS, { ...draft, open: "3" }).value).toEqual({ ...PRESET, open: 3 });
});

test("without a preset, fields begin with the simplest value", () => {
  expect(draftOf(FIELDS, {})).toEqual({
    flag: false,
    count: "0",
    share: "0",
    motto: "",
    one: "A",
    some: [],
    group: { deep: "0" },
    raw: "",
    open: null,
  });
});

test.each([
  ["count", "", "notInteger"],
  ["count", "1.5", "notInteger"],
  ["count", "3000000000", "notInteger"],
  ["share", "much", "notNumber"],
  ["share", " ", "notNumber"],
  ["raw", "[1,", "notJson"],
  ["raw", "", "notJson"],
  ["flag", null, "missing"],
])("%s is refused as %j: %s", (name, text, fault) => {
  const draft: DraftGroup = { ...draftOf(FIELDS, PRESET), [name]: text };
  expect(valueOf(FIELDS, draft)).toEqual({ value: null, faults: new Map([[name, fault]]) });
});

test("all errors are reported at once, each at its place", () => {
  const draft = { ...draftOf(FIELDS, PRESET), count: "x", group: { deep: "y" } };
  expect([...(valueOf(FIELDS, draft).faults ?? [])]).toEqual([
    ["count", "notInteger"],
    ["group.deep", "notInteger"],
  ]);
});

test("numbers may be typed with signs and spaces", () => {
  const draft = { ...draftOf(FIELDS, PRESET), count: " -4 ", share: "2.25" };
  expect(valueOf(FIELDS, draft).value).toMatchObject({ count: -4, share: 2.25 });
});

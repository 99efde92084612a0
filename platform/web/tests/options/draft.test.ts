// From what a game has when nothing is chosen to a form, and from the form to what is sent.
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

test("a form that nobody touches sends what the game has when nothing is chosen", () => {
  expect(valueOf(FIELDS, draftOf(FIELDS, PRESET))).toEqual({ value: PRESET, faults: null });
});

test("what is left open is not sent, and what was set there is", () => {
  const draft = draftOf(FIELDS, PRESET);
  expect(draft["open"]).toBeNull();
  expect(valueOf(FIELDS, { ...draft, open: "3" }).value).toEqual({ ...PRESET, open: 3 });
});

test("a game that says nothing of a field begins with the least there is", () => {
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

test("every fault is told at once, each at its own place", () => {
  const draft = { ...draftOf(FIELDS, PRESET), count: "x", group: { deep: "y" } };
  expect([...(valueOf(FIELDS, draft).faults ?? [])]).toEqual([
    ["count", "notInteger"],
    ["group.deep", "notInteger"],
  ]);
});

test("numbers are sent as numbers, with signs and spaces as people type them", () => {
  const draft = { ...draftOf(FIELDS, PRESET), count: " -4 ", share: "2.25" };
  expect(valueOf(FIELDS, draft).value).toMatchObject({ count: -4, share: 2.25 });
});

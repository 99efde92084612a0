// From the type of a game's options to the fields of a form.
import { expect, test } from "vitest";
import { humanize } from "../../src/i18n/humanize.ts";
import type { Labels } from "../../src/games/labels.ts";
import { fieldsOf, type Field } from "../../src/options/fields.ts";
import type { InputField, InputType, OptionTypes, TypeRef } from "../../src/games/option-types.ts";

const named = (kind: string, name: string): TypeRef => ({ kind, name });
const scalar = (name: string) => named("SCALAR", name);
const must = (ofType: TypeRef): TypeRef => ({ kind: "NON_NULL", name: null, ofType });
const list = (ofType: TypeRef): TypeRef => ({ kind: "LIST", name: null, ofType });

function input(name: string, fields: Record<string, TypeRef>, isOneOf = false): InputType {
  const all = Object.entries(fields).map(([field, type]): InputField => ({
    name: field,
    description: `About ${field}.`,
    type,
  }));
  return { name, kind: "INPUT_OBJECT", isOneOf, fields: all, values: [] };
}

const speed: InputType = {
  name: "Speed",
  kind: "ENUM",
  isOneOf: false,
  fields: [],
  values: [
    { name: "VERY_SLOW", description: "Like a snail." },
    { name: "FAST", description: null },
  ],
};

function types(root: InputType, ...others: InputType[]): OptionTypes {
  const all = [root, speed, ...others].map((type) => [type.name, type] as const);
  return { root: root.name, types: new Map(all) };
}

function only(type: TypeRef, preset: unknown = null, ...others: InputType[]): Field {
  const fields = fieldsOf(
    types(input("Some", { it: type }), ...others),
    new Map(),
    preset === null ? {} : { it: preset },
  );
  const [field] = fields;
  if (!field || fields.length !== 1) throw new Error("one field was expected");
  return field;
}

test("each scalar has its kind of field", () => {
  const kinds = ["Boolean", "Int", "Float", "String", "ID"].map(
    (name) => only(scalar(name)).content.kind,
  );
  expect(kinds).toEqual(["boolean", "integer", "number", "text", "text"]);
});

test("an enum is a choice of its values", () => {
  const { content } = only(must(named("ENUM", "Speed")));
  expect(content).toEqual({
    kind: "choice",
    choices: [
      { value: "VERY_SLOW", label: "Very slow", help: { text: "Like a snail.", isEnglish: true } },
      { value: "FAST", label: "Fast", help: { text: "", isEnglish: true } },
    ],
  });
});

test("a list of an enum is several choices, nullable or not", () => {
  const speeds = named("ENUM", "Speed");
  for (const type of [list(speeds), list(must(speeds)), must(list(must(speeds)))]) {
    expect(only(type).content.kind).toBe("choices");
  }
});

test("a nested input is a group of fields", () => {
  const inner = input("Inner", { deep: must(scalar("Int")) });
  const { content } = only(must(named("INPUT_OBJECT", "Inner")), null, inner);
  if (content.kind !== "group") throw new Error("a group was expected");
  expect(content.fields.map(({ name, content: { kind } }) => [name, kind])).toEqual([
    ["deep", "integer"],
  ]);
});

test("other types are typed as JSON, and show their type", () => {
  const oneOf = input("OneOf", { a: scalar("Int"), b: scalar("Int") }, true);
  expect(only(list(must(scalar("Int")))).content).toEqual({ kind: "json", type: "[Int!]" });
  expect(only(scalar("Colour")).content).toEqual({ kind: "json", type: "Colour" });
  expect(only(named("INPUT_OBJECT", "OneOf"), null, oneOf).content).toEqual({
    kind: "json",
    type: "OneOf",
  });
});

test("a recursive type ends in JSON", () => {
  const knot = input("Knot", { next: named("INPUT_OBJECT", "Knot") });
  const { content } = only(named("INPUT_OBJECT", "Knot"), null, knot);
  if (content.kind !== "group") throw new Error("a group was expected");
  expect(content.fields[0]?.content).toEqual({ kind: "json", type: "Knot" });
});

test("a field can be left unset if it is nullable and not in the preset", () => {
  expect(only(scalar("Int")).isOptional).toBe(true);
  expect(only(scalar("Int"), 3).isOptional).toBe(false);
  expect(only(scalar("Boolean"), false).isOptional).toBe(false);
  expect(only(must(scalar("Int"))).isOptional).toBe(false);
});

test("labels name fields and values; without them identifiers do", () => {
  const labels: Labels = new Map([
    ["Some.howFast", { name: "Vitesse", text: "À quelle vitesse." }],
    ["Speed.FAST", { name: "Rapide", text: "" }],
  ]);
  const root = input("Some", { howFast: named("ENUM", "Speed"), returnSmokers: scalar("Boolean") });
  const [fast, smokers] = fieldsOf(types(root), labels, { howFast: "FAST", returnSmokers: true });
  expect(fast).toMatchObject({
    label: "Vitesse",
    help: { text: "À quelle vitesse.", isEnglish: false },
    content: { choices: [{ label: "Very slow" }, { label: "Rapide" }] },
  });
  expect(smokers).toMatchObject({
    label: "Return smokers",
    help: { text: "About returnSmokers.", isEnglish: true },
  });
});

test("identifiers of the schema are turned into words", () => {
  expect(["returnBlackSmokers", "FLASK_THEN_POWER", "kraken"].map(humanize)).toEqual([
    "Return black smokers",
    "Flask then power",
    "Kraken",
  ]);
});

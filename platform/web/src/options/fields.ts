// The fields of a game's options form, made from the options' type.
import { humanize } from "../i18n/humanize.ts";
import type { Labels } from "../games/labels.ts";
import { named, type InputField, type OptionTypes, type TypeRef } from "../games/option-types.ts";

/** A value of an enum. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly help: Help;
}

/** An explanation; in English, whatever the page's language, if it comes from the schema. */
export interface Help {
  readonly text: string;
  readonly isEnglish: boolean;
}

/** The kind of input that a field takes. */
export type Content =
  | { readonly kind: "boolean" | "integer" | "number" | "text" }
  | { readonly kind: "choice" | "choices"; readonly choices: readonly Choice[] }
  | { readonly kind: "group"; readonly fields: readonly Field[] }
  // Anything that has no input of its own is typed as JSON; `type` is its type.
  | { readonly kind: "json"; readonly type: string };

/** A field of the form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly help: Help;
  /** Whether it can be left unset: it is nullable, and the preset does not set it. */
  readonly isOptional: boolean;
  readonly content: Content;
}

const SCALARS: Readonly<Record<string, "boolean" | "integer" | "number" | "text">> = {
  Boolean: "boolean",
  Int: "integer",
  Float: "number",
  String: "text",
  ID: "text",
};

/** The fields of a game's options; `preset` is the game's default. */
export function fieldsOf(types: OptionTypes, labels: Labels, preset: unknown): readonly Field[] {
  return fieldsOfType(types.root, { types, labels }, preset, []);
}

interface Schema {
  readonly types: OptionTypes;
  readonly labels: Labels;
}

function fieldsOfType(name: string, around: Schema, preset: unknown, above: readonly string[]) {
  const type = around.types.types.get(name);
  return (type?.fields ?? []).map((field): Field => {
    const value = member(preset, field.name);
    const label = around.labels.get(`${name}.${field.name}`);
    return {
      name: field.name,
      label: label?.name ?? humanize(field.name),
      help: help(label?.text, field.description),
      isOptional: isLeftOpen(field, value),
      content: contentOf(field.type, around, value, [...above, name]),
    };
  });
}

function isLeftOpen(field: InputField, value: unknown): boolean {
  return field.type.kind !== "NON_NULL" && (value === null || value === undefined);
}

function contentOf(
  type: TypeRef,
  around: Schema,
  preset: unknown,
  above: readonly string[],
): Content {
  const inner = type.kind === "NON_NULL" && type.ofType ? type.ofType : type;
  const name = named(inner) ?? "";
  const known = around.types.types.get(name);
  if (inner.kind === "LIST") {
    const item = inner.ofType?.kind === "NON_NULL" ? inner.ofType.ofType : inner.ofType;
    if (item?.kind === "ENUM" && known) {
      return { kind: "choices", choices: choicesOf(name, around) };
    }
    return { kind: "json", type: typeText(inner) };
  }
  if (inner.kind === "ENUM" && known) return { kind: "choice", choices: choicesOf(name, around) };
  // A recursive type would make an endless form, and a `@oneOf` type needs a choice first.
  if (inner.kind === "INPUT_OBJECT" && known && !known.isOneOf && !above.includes(name)) {
    return { kind: "group", fields: fieldsOfType(name, around, preset, above) };
  }
  const scalar = SCALARS[name];
  return scalar ? { kind: scalar } : { kind: "json", type: typeText(inner) };
}

function choicesOf(name: string, { types, labels }: Schema): readonly Choice[] {
  return (types.types.get(name)?.values ?? []).map((value) => {
    const label = labels.get(`${name}.${value.name}`);
    return {
      value: value.name,
      label: label?.name ?? humanize(value.name),
      help: help(label?.text, value.description),
    };
  });
}

function help(text: string | undefined, description: string | null): Help {
  return text === undefined
    ? { text: description ?? "", isEnglish: true }
    : { text, isEnglish: false };
}

/** A type in the notation of the schema. */
function typeText(type: TypeRef): string {
  if (type.kind === "NON_NULL" && type.ofType) return `${typeText(type.ofType)}!`;
  if (type.kind === "LIST" && type.ofType) return `[${typeText(type.ofType)}]`;
  return type.name ?? "";
}

/** The member of an object; undefined if there is none or the value is no object. */
export function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

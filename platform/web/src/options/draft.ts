// The content of an options form: made from the game's preset, and turned into the options to send.
import { member, type Content, type Field } from "./fields.ts";

/** The content of a field: text as typed, also for numbers and JSON; null if it is not set. */
export type Draft = null | boolean | string | readonly string[] | DraftGroup;

/** The content of a group of fields, by name. */
export interface DraftGroup {
  readonly [name: string]: Draft;
}

/** The error of a field. */
export type FieldError = "notInteger" | "notNumber" | "notJson" | "missing";

/** The value to send, or the errors by place. */
export type DraftResult =
  | { readonly value: Readonly<Record<string, unknown>>; readonly faults: null }
  | { readonly value: null; readonly faults: ReadonlyMap<string, FieldError> };

/** The initial content of the form. */
export function draftOf(fields: readonly Field[], preset: unknown): DraftGroup {
  return Object.fromEntries(
    fields.map((field) => {
      const value = member(preset, field.name);
      const isOpen = field.isOptional && (value === null || value === undefined);
      return [field.name, isOpen ? null : initialDraft(field.content, value)];
    }),
  );
}

/** The initial content of a field that is set, given its value in the preset, if any. */
export function initialDraft(content: Content, value?: unknown): Draft {
  switch (content.kind) {
    case "boolean":
      return value === true;
    case "integer":
    case "number":
      return typeof value === "number" ? String(value) : "0";
    case "text":
      return typeof value === "string" ? value : "";
    case "choice":
      return typeof value === "string" ? value : (content.choices[0]?.value ?? "");
    case "choices":
      return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
    case "group":
      return draftOf(content.fields, value);
    case "json":
      return value === undefined ? "" : JSON.stringify(value);
  }
}

/** The value to send for a form. A place is the path of field names, joined with dots. */
export function valueOf(fields: readonly Field[], draft: DraftGroup, place = ""): DraftResult {
  const value: Record<string, unknown> = {};
  const faults = new Map<string, FieldError>();
  for (const field of fields) {
    const stands = draft[field.name] ?? null;
    const here = place + field.name;
    if (stands === null) {
      // A field that is not set is not sent.
      if (!field.isOptional) faults.set(here, "missing");
      continue;
    }
    if (field.content.kind === "group") {
      const inner = valueOf(field.content.fields, stands as DraftGroup, `${here}.`);
      if (inner.faults) for (const [at, fault] of inner.faults) faults.set(at, fault);
      else value[field.name] = inner.value;
      continue;
    }
    const read = parseLeaf(field.content, stands);
    if ("fault" in read) faults.set(here, read.fault);
    else value[field.name] = read.value;
  }
  return faults.size > 0 ? { value: null, faults } : { value, faults: null };
}

function parseLeaf(content: Content, draft: Draft): { value: unknown } | { fault: FieldError } {
  const text = typeof draft === "string" ? draft.trim() : "";
  switch (content.kind) {
    case "integer":
      // The range of GraphQL's Int.
      return /^[+-]?\d{1,10}$/.test(text) && Math.abs(Number(text)) < 2 ** 31
        ? { value: Number(text) }
        : { fault: "notInteger" };
    case "number":
      return text !== "" && Number.isFinite(Number(text))
        ? { value: Number(text) }
        : { fault: "notNumber" };
    case "json":
      try {
        return { value: JSON.parse(text) as unknown };
      } catch {
        return { fault: "notJson" };
      }
    default:
      return { value: draft };
  }
}

// The content of an options form: made from the game's preset, and turned into the options to send.
import { member, type Content, type Field } from "./fields.ts";

/**
 * What stands in a field: text for numbers and JSON as for text, as somebody types it; null for
 * what is left open.
 */
export type Draft = null | boolean | string | readonly string[] | DraftGroup;

/** What stands in a group of fields, by their names. */
export interface DraftGroup {
  readonly [name: string]: Draft;
}

/** What is wrong with a field. */
export type FieldError = "notInteger" | "notNumber" | "notJson" | "missing";

/** What a form says: a value to send, or what is wrong where. */
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

/** What stands in a field that is not left open, where nothing or `value` is known of it. */
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

/** What is to be sent for a form; a place within is named by the fields' names with dots between. */
export function valueOf(fields: readonly Field[], draft: DraftGroup, place = ""): DraftResult {
  const value: Record<string, unknown> = {};
  const faults = new Map<string, FieldError>();
  for (const field of fields) {
    const stands = draft[field.name] ?? null;
    const here = place + field.name;
    if (stands === null) {
      // What is left open is not sent. A form offers nothing else for what has to be there.
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
      // As large as GraphQL's Int.
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

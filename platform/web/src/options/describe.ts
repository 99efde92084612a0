// The options of a table in words: their names and values.
import { t } from "../i18n/words.ts";
import { member, type Content, type Field } from "./fields.ts";

/** An option and its value. */
export interface OptionLine {
  readonly label: string;
  readonly words: string;
  /** Whether it has the value of the game's preset. */
  readonly isUsual: boolean;
}

/** Every option in words; the name of a group precedes the names of its options. */
export function describeOptions(
  fields: readonly Field[],
  value: unknown,
  preset: unknown,
  above = "",
): readonly OptionLine[] {
  return fields.flatMap((field) => {
    const [chosen, usual] = [member(value, field.name), member(preset, field.name)];
    const label = above + field.label;
    const isOpen = chosen === null || chosen === undefined;
    if (field.content.kind === "group" && !isOpen) {
      return describeOptions(field.content.fields, chosen, usual, `${label}, `);
    }
    const words = isOpen ? t("options.notSet") : inWords(field.content, chosen);
    return [{ label, words, isUsual: isSameJson(chosen ?? null, usual ?? null) }];
  });
}

function inWords(content: Content, value: unknown): string {
  switch (content.kind) {
    case "boolean":
      return value === true ? t("options.yes") : t("options.no");
    case "choice":
    case "choices":
      return (Array.isArray(value) ? value : [value])
        .map((one) => content.choices.find((choice) => choice.value === one)?.label ?? String(one))
        .join(", ");
    default:
      return typeof value === "string" ? value : JSON.stringify(value);
  }
}

/** Whether two JSON values are equal, regardless of the order of keys. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return one === other;
  }
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === others.length &&
    names.every(
      (name) => Object.hasOwn(other, name) && isSameJson(member(one, name), member(other, name)),
    )
  );
}

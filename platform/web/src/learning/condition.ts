// When something is explained: conditions on what one seat sees, written as JSON in a game's
// `learning.json`. The test kit of games tests them in the same way (testkit/learning/condition.rs).
import { LearningError, fieldsOf, list, number, optional, text } from "./read.ts";

/** A condition. */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  /** A step of this kind is open. */
  | { readonly move: string }
  | Test;

/** A test of the values at a path of the view; it holds if it does for one of them. */
interface Test {
  readonly path: string;
  readonly meets: (value: unknown, seat: number | null) => boolean;
  /** Whether a value has to meet it, or none may. */
  readonly isWanted: boolean;
}

/** What one seat sees at a moment. */
export interface Look {
  readonly view: unknown;
  /** The open steps, as they are sent: `{ <id>: { <kind>: … } }`. */
  readonly moves: readonly unknown[];
  readonly seat: number | null;
}

/** Reads a condition. @throws {LearningError} when it is none. */
export function readCondition(value: unknown, place: string): Condition {
  const fields = fieldsOf(value, place);
  const { all, any, not, move, path } = fields;
  if (all !== undefined) return { all: list(all, `${place}.all`, readCondition) };
  if (any !== undefined) return { any: list(any, `${place}.any`, readCondition) };
  if (not !== undefined) return { not: readCondition(not, `${place}.not`) };
  if (move !== undefined) return { move: text(move, `${place}.move`) };
  return { path: text(path, `${place}.path`), ...readTest(fields, place) };
}

function readTest(
  fields: Readonly<Record<string, unknown>>,
  place: string,
): Pick<Test, "meets" | "isWanted"> {
  const { equals, exists, atLeast, isOwn } = fields;
  if (equals !== undefined) return { meets: (value) => value === equals, isWanted: true };
  if (atLeast !== undefined) {
    const least = number(atLeast, `${place}.atLeast`);
    return { meets: (value) => sizeOf(value) >= least, isWanted: true };
  }
  if (isOwn !== undefined) {
    const meets: Test["meets"] = (value, seat) =>
      typeof value === "number" && (value === seat) === isOwn;
    return { meets, isWanted: true };
  }
  if (exists === undefined) throw new LearningError(place, "tests nothing");
  return { meets: isThere, isWanted: optional(exists, true, (given) => given === true) };
}

/** Whether a condition holds. */
export function holds(condition: Condition, look: Look): boolean {
  if ("all" in condition) return condition.all.every((one) => holds(one, look));
  if ("any" in condition) return condition.any.some((one) => holds(one, look));
  if ("not" in condition) return !holds(condition.not, look);
  if ("move" in condition) return look.moves.some((move) => kindOf(move) === condition.move);
  const found = condition.path
    .split(".")
    .reduce<readonly unknown[]>(
      (values, part) => values.flatMap((value) => at(value, part, look.seat)),
      [look.view],
    );
  return found.some((value) => condition.meets(value, look.seat)) === condition.isWanted;
}

/** The kind of a step. */
export function kindOf(move: unknown): string | undefined {
  const [step] = Object.values(move as object) as unknown[];
  return typeof step === "object" && step !== null ? Object.keys(step)[0] : undefined;
}

/** The values at one part of a path: a field, `own`, `others` (items by their `seat`), or `*`. */
function at(value: unknown, part: string, seat: number | null): readonly unknown[] {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    if (part === "*") return items;
    if (part === "own") return items.filter((item) => seatOf(item) === seat);
    return part === "others" ? items.filter((item) => seatOf(item) !== seat) : [];
  }
  const isField = typeof value === "object" && value !== null && Object.hasOwn(value, part);
  return isField ? [(value as Readonly<Record<string, unknown>>)[part]] : [];
}

function seatOf(item: unknown): unknown {
  return typeof item === "object" && item !== null && "seat" in item ? item.seat : undefined;
}

function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === "number" ? value : -1;
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
}

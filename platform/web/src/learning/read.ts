// Reading JSON that somebody else has written: each function checks one shape, and names the place
// where it does not fit.

/** Something in a `learning.json` is not as it has to be. */
export class LearningError extends Error {
  constructor(place: string, what: string) {
    super(`${place === "" ? "the file" : place} ${what}`);
    this.name = "LearningError";
  }
}

/** Reads a value that stands at a place. */
export type Reader<T> = (value: unknown, place: string) => T;

/** The fields of an object. */
export function fieldsOf(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new LearningError(place, "is no object");
  }
  return value as Readonly<Record<string, unknown>>;
}

/** A text that is not empty. */
export const text: Reader<string> = (value, place) => {
  if (typeof value !== "string" || value.trim() === "")
    throw new LearningError(place, "is no text");
  return value;
};

/** A number that is not negative. */
export const number: Reader<number> = (value, place) => {
  if (typeof value !== "number" || !(value >= 0)) throw new LearningError(place, "is no number");
  return value;
};

/** A list, item by item. */
export function list<T>(value: unknown, place: string, item: Reader<T>): readonly T[] {
  if (!Array.isArray(value)) throw new LearningError(place, "is no list");
  return value.map((one: unknown, at) => item(one, `${place}.${at}`));
}

/** What `read` makes of a value, or another value where there is none. */
export function optional<T>(value: unknown, without: T, read: (given: unknown) => T): T {
  return value === undefined ? without : read(value);
}

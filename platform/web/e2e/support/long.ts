// The long form of the tests, for a night: everything in every language, every window and every game.

/** Whether this is the long form. The other is enough after each change, and takes minutes. */
export const IS_LONG = process.env["LONG"] !== undefined;

/** Marks tests that only the long form has. */
export const LONG_TAG = "@long";

/** The details of a test: marked for the long form if it repeats another in another window or language. */
export function longIf(isRepeated: boolean): { readonly tag?: string } {
  return isRepeated ? { tag: LONG_TAG } : {};
}

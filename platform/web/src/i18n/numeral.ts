// Numbers as they are printed: with a minus sign, which is as wide as a plus, not with a hyphen.

/** A whole number for people: −1. */
export function numeral(value: number): string {
  return withMinus(String(value));
}

/** The same of a number that was formatted already. */
export function withMinus(formatted: string): string {
  return formatted.replace("-", "−");
}

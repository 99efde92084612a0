// Lengths of time in words, in the language of the page.
import { $language } from "../settings.ts";
import { tag } from "../words.ts";

const UNITS = [
  ["week", 10_080],
  ["day", 1_440],
  ["hour", 60],
  ["minute", 1],
] as const;

/** Minutes in the largest unit that they fill: "2 hours", "90 minutes", "1 week". */
export function span(minutes: number): string {
  const [unit, size] = UNITS.find(([, size]) => minutes % size === 0) ?? ["minute", 1];
  const style = { style: "unit", unit, unitDisplay: "long" } as const;
  return new Intl.NumberFormat(tag($language.get()), style).format(minutes / size);
}

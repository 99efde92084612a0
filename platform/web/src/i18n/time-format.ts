// Times and durations in the language of the page.
import type { Language } from "@gueridon/element";
import { $language } from "../preferences/preferences.ts";
import { t } from "./words.ts";

const formats: Record<Language, Intl.DateTimeFormat> = { EN: formatIn("en"), FR: formatIn("fr") };

function formatIn(language: string) {
  const locale = localeOf(language, navigator.languages);
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
}

/**
 * The locale in which dates are written: the visitor's own of this language, such as `en-GB`, as
 * English alone would be that of the United States; the language itself where they have none.
 */
export function localeOf(language: string, preferred: readonly string[]): string {
  const own = preferred.find((tag) => new RegExp(`^${language}\\b`, "i").test(tag));
  return own ?? language;
}

/** A point in time, as the visitor writes dates: "22 Nov 2026, 18:05". */
export function formatTime(time: string): string {
  return formats[$language.get()].format(new Date(time));
}

/**
 * A number of seconds as a clock shows it: 1:05, 2:00:00, or whole days. Nobody counts hours as long
 * as there are days, least of all where the clock stands still at night.
 */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [days, hours] = [Math.floor(whole / 86_400), Math.floor(whole / 3_600) % 24];
  if (days > 0) return t("time.days", { count: days });
  const two = (n: number) => String(n).padStart(2, "0");
  const [minutes, rest] = [Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A duration in words: "1 day 12 hours", or in short "1 day 12 hr". */
export function formatTimeSpan(seconds: number, unitDisplay: "long" | "short" = "long"): string {
  const parts: string[] = [];
  let rest = seconds;
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(inUnit(unit, count, unitDisplay));
  }
  return parts.length > 0 ? parts.join(" ") : inUnit("second", 0, unitDisplay);
}

function inUnit(unit: string, count: number, unitDisplay: "long" | "short"): string {
  const format = { style: "unit", unit, unitDisplay } as const;
  return new Intl.NumberFormat($language.get().toLowerCase(), format).format(count);
}

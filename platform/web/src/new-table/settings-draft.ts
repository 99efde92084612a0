// What stands in the form of a table's settings, and what is sent for it.
import type { TableSettings } from "../api/generated.ts";

/** How long one may think, as the form asks it. */
export type ClockKind = "none" | "live" | "correspondence";

/** What stands in the form. Text is what somebody typed. */
export interface Agreement {
  readonly isPrivate: boolean;
  readonly startsWhenFull: boolean;
  readonly clock: ClockKind;
  readonly bankMinutes: string;
  readonly incrementSeconds: string;
  readonly decisionHours: string;
  readonly hasNights: boolean;
  readonly nightFrom: string;
  readonly nightTo: string;
  readonly zone: string;
  readonly onTimeUp: TableSettings["onTimeUp"] & string;
  readonly spectators: TableSettings["spectators"] & string;
  readonly delay: string;
}

/** Clocks that many like: minutes for the game, and seconds more for each decision. */
export const LIVE: readonly (readonly [minutes: string, seconds: string])[] = [
  ["10", "5"],
  ["20", "10"],
  ["30", "15"],
  ["60", "30"],
];

/** Hours for a decision that many like. */
export const CORRESPONDENCE: readonly string[] = ["12", "24", "48", "72", "168"];

/** The form before anybody has touched it, for somebody in a time zone. */
export function agreement(zone: string): Agreement {
  return {
    isPrivate: false,
    startsWhenFull: true,
    clock: "none",
    bankMinutes: "30",
    incrementSeconds: "15",
    decisionHours: "24",
    hasNights: false,
    nightFrom: "22:00",
    nightTo: "08:00",
    zone,
    onTimeUp: "STAND_IN",
    spectators: "ALLOWED",
    delay: "10",
  };
}

/** A field of the form that has something in it which is no value. */
export type WrongField =
  "bankMinutes" | "incrementSeconds" | "decisionHours" | "nightFrom" | "nightTo" | "delay";

/** What is sent for the form, or what in it is wrong. The bounds are those of the API. */
export function settingsOf(form: Agreement): TableSettings | { readonly wrong: WrongField } {
  const wrong = wrongOf(form);
  if (wrong) return { wrong };
  return {
    visibility: form.isPrivate ? "PRIVATE" : "OPEN",
    startsWhenFull: form.startsWhenFull,
    clock: clockOf(form),
    onTimeUp: form.onTimeUp,
    spectators: form.spectators,
    delay: form.spectators === "DELAYED" ? Number(form.delay) : null,
  };
}

function clockOf(form: Agreement): TableSettings["clock"] {
  switch (form.clock) {
    case "none":
      return null;
    case "live":
      return {
        live: {
          bankSeconds: Math.round(Number(form.bankMinutes) * 60),
          incrementSeconds: Number(form.incrementSeconds),
        },
      };
    case "correspondence":
      return {
        correspondence: {
          decisionSeconds: Math.round(Number(form.decisionHours) * 3_600),
          nights: form.hasNights
            ? { from: form.nightFrom, to: form.nightTo, zone: form.zone }
            : null,
        },
      };
  }
}

function wrongOf(form: Agreement): WrongField | null {
  const isBetween = (text: string, least: number, most: number) =>
    text.trim() !== "" && Number(text) >= least && Number(text) <= most;
  const isWhole = (text: string, least: number, most: number) =>
    isBetween(text, least, most) && Number.isInteger(Number(text));
  const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
  if (form.clock === "live") {
    if (!isBetween(form.bankMinutes, 1 / 6, 1_440)) return "bankMinutes";
    if (!isWhole(form.incrementSeconds, 0, 86_400)) return "incrementSeconds";
  }
  if (form.clock === "correspondence") {
    if (!isBetween(form.decisionHours, 1 / 60, 1_440)) return "decisionHours";
    if (form.hasNights && !isTime(form.nightFrom)) return "nightFrom";
    if (form.hasNights && !isTime(form.nightTo)) return "nightTo";
  }
  if (form.spectators === "DELAYED" && !isWhole(form.delay, 1, 1_000)) return "delay";
  return null;
}

/** The names of all time zones that the browser knows, with `own` among them. */
export function zones(own: string): readonly string[] {
  return [...new Set([own, "UTC", ...Intl.supportedValuesOf("timeZone")])].sort();
}

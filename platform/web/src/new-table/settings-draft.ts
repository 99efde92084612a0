// The form of a table's settings: its fields, and the settings to send.
import type { TableSettings } from "../api/generated.ts";

/** The kinds of clock that the form offers. */
export type ClockKind = "none" | "live" | "correspondence";

/** The fields of the form; text as it was typed. */
export interface SettingsDraft {
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
  readonly hints: TableSettings["hints"] & string;
}

/** Common clocks: minutes for the game, and seconds added for each decision. */
export const LIVE_PRESETS: readonly (readonly [minutes: string, seconds: string])[] = [
  ["10", "5"],
  ["20", "10"],
  ["30", "15"],
  ["60", "30"],
];

/** Common hours for a decision. */
export const CORRESPONDENCE_PRESETS: readonly string[] = ["12", "24", "48", "72", "168"];

/** The initial form, for a visitor in a time zone. */
export function initialDraft(zone: string): SettingsDraft {
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
    hints: "AGAINST_BOTS",
  };
}

/** A field whose content can be invalid. */
export type InvalidField =
  "bankMinutes" | "incrementSeconds" | "decisionHours" | "nightFrom" | "nightTo" | "delay";

/** The settings to send, or the first invalid field. The bounds are those of the API. */
export function settingsOf(form: SettingsDraft): TableSettings | { readonly wrong: InvalidField } {
  const wrong = invalidFieldOf(form);
  if (wrong) return { wrong };
  return {
    visibility: form.isPrivate ? "PRIVATE" : "OPEN",
    startsWhenFull: form.startsWhenFull,
    clock: clockOf(form),
    onTimeUp: form.onTimeUp,
    spectators: form.spectators,
    delay: form.spectators === "DELAYED" ? Number(form.delay) : null,
    hints: form.hints,
  };
}

function clockOf(form: SettingsDraft): TableSettings["clock"] {
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

function invalidFieldOf(form: SettingsDraft): InvalidField | null {
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
export function timeZones(own: string): readonly string[] {
  return [...new Set([own, "UTC", ...Intl.supportedValuesOf("timeZone")])].sort();
}

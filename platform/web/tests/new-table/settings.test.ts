// A table's settings: from the form to the API, and from the API to words.
import { expect, test } from "vitest";
import {
  initialDraft,
  settingsOf,
  timeZones,
  type SettingsDraft,
} from "../../src/new-table/settings-draft.ts";
import { $language } from "../../src/preferences/preferences.ts";
import {
  clockInWords,
  settingsInWords,
  type AgreedSettings,
} from "../../src/tables/settings-summary.ts";
import { formatTimeSpan } from "../../src/i18n/time-format.ts";

const form = (changed: Partial<SettingsDraft> = {}) =>
  settingsOf({ ...initialDraft("UTC"), ...changed });

test("the default settings have no clock and no delay", () => {
  expect(form()).toEqual({
    visibility: "OPEN",
    startsWhenFull: true,
    clock: null,
    onTimeUp: "STAND_IN",
    spectators: "ALLOWED",
    delay: null,
    hints: "AGAINST_BOTS",
  });
});

test("a live clock is sent in seconds", () => {
  expect(form({ clock: "live", bankMinutes: "0.5", incrementSeconds: "0" })).toMatchObject({
    clock: { live: { bankSeconds: 30, incrementSeconds: 0 } },
  });
});

test("a correspondence clock is sent in seconds, with its nights if there are any", () => {
  const days: Partial<SettingsDraft> = { clock: "correspondence", decisionHours: "36" };
  expect(form(days)).toMatchObject({
    clock: { correspondence: { decisionSeconds: 129_600, nights: null } },
  });
  expect(form({ ...days, hasNights: true, zone: "Europe/Paris" })).toMatchObject({
    clock: {
      correspondence: { nights: { from: "22:00", to: "08:00", zone: "Europe/Paris" } },
    },
  });
});

test.each<[keyof SettingsDraft, Partial<SettingsDraft>]>([
  ["bankMinutes", { clock: "live", bankMinutes: "0.1" }],
  ["bankMinutes", { clock: "live", bankMinutes: "" }],
  ["incrementSeconds", { clock: "live", incrementSeconds: "1.5" }],
  ["decisionHours", { clock: "correspondence", decisionHours: "1441" }],
  ["nightFrom", { clock: "correspondence", hasNights: true, nightFrom: "24:00" }],
  ["nightTo", { clock: "correspondence", hasNights: true, nightTo: "" }],
  ["delay", { spectators: "DELAYED", delay: "0" }],
])("an invalid %s is reported: %j", (wrong, changed) => {
  expect(form(changed)).toEqual({ wrong });
});

test("fields that are not shown are not checked", () => {
  expect(form({ bankMinutes: "", decisionHours: "", nightFrom: "", delay: "" })).not.toHaveProperty(
    "wrong",
  );
});

test("the visitor's time zone is listed once", () => {
  const all = timeZones("Europe/Paris");
  expect(all.filter((zone) => zone === "Europe/Paris")).toHaveLength(1);
  expect(timeZones("Etc/Nowhere")).toContain("Etc/Nowhere");
  expect(all).toContain("UTC");
});

test("durations are shown in common units", () => {
  $language.set("EN");
  expect([0, 45, 90, 3_600, 129_600].map((seconds) => formatTimeSpan(seconds))).toEqual([
    "0 seconds",
    "45 seconds",
    "1 minute 30 seconds",
    "1 hour",
    "1 day 12 hours",
  ]);
});

test("a clock is described with its limits and its nights", () => {
  $language.set("EN");
  expect(clockInWords(null)).toBe("No clock: take your time");
  const live = { bankSeconds: 1_800, incrementSeconds: 15 };
  expect(clockInWords({ live, correspondence: null })).toBe(
    "30 minutes for the game, plus 15 seconds per decision",
  );
  const nights = { from: "22:00", to: "08:00", zone: "Europe/Paris" };
  expect(clockInWords({ live: null, correspondence: { decisionSeconds: 86_400, nights } })).toBe(
    "1 day per decision (not between 22:00 and 08:00, Europe/Paris)",
  );
});

test("settings are told in words, and what happens when time is up only with a clock", () => {
  $language.set("EN");
  const settings: AgreedSettings = {
    visibility: "PRIVATE",
    startsWhenFull: false,
    onTimeUp: "RESIGN",
    spectators: "DELAYED",
    delay: 3,
    hints: "FORBIDDEN",
    clock: null,
  };
  const terms = (all: AgreedSettings) => settingsInWords(all).map(([term]) => term);
  expect(terms(settings)).not.toContain("When time is up");
  const live = { bankSeconds: 60, incrementSeconds: 0 };
  expect(terms({ ...settings, clock: { live, correspondence: null } })).toContain(
    "When time is up",
  );
  expect(settingsInWords(settings)).toContainEqual([
    "Spectators",
    "everyone may watch, 3 moves behind",
  ]);
  expect(settingsInWords(settings)).toContainEqual(["Hints", "never"]);
});

// The settings of a table in words.
import type { TableLineFragment } from "../api/generated.ts";
import { t } from "../i18n/words.ts";
import { formatTimeSpan } from "../i18n/time-format.ts";

/** The settings of a table, as the API has them. */
export type AgreedSettings = TableLineFragment["settings"];

/** The clock. */
export function clockInWords(clock: AgreedSettings["clock"]): string {
  if (clock?.live) {
    const { bankSeconds, incrementSeconds } = clock.live;
    const places = {
      bank: formatTimeSpan(bankSeconds),
      increment: formatTimeSpan(incrementSeconds),
    };
    return incrementSeconds > 0
      ? t("tables.settings.live", places)
      : t("tables.settings.liveWithoutIncrement", places);
  }
  if (clock?.correspondence) {
    const { decisionSeconds, nights } = clock.correspondence;
    const each = t("tables.settings.correspondence", { decision: formatTimeSpan(decisionSeconds) });
    return nights ? `${each} ${t("tables.settings.nights", nights)}` : each;
  }
  return t("tables.settings.noClock");
}

/** Who may watch. */
export function spectatorsInWords({
  spectators,
  delay,
}: Pick<AgreedSettings, "spectators" | "delay">): string {
  return spectators === "DELAYED"
    ? t("tables.settings.spectators.DELAYED", { count: delay ?? 1 })
    : t(`tables.settings.spectators.${spectators}`);
}

/** All settings: name and value. */
export function settingsInWords(settings: AgreedSettings): readonly (readonly [string, string])[] {
  const { clock, visibility, startsWhenFull, onTimeUp, hints } = settings;
  const starts = startsWhenFull ? t("tables.settings.whenFull") : t("tables.settings.byOwner");
  const rows: (readonly [string, string])[] = [
    [t("tables.settings.clock"), clockInWords(clock)],
    [t("tables.settings.visibility"), t(`tables.settings.visibilities.${visibility}`)],
    [t("tables.settings.start"), starts],
    [t("tables.settings.spectatorsLabel"), spectatorsInWords(settings)],
    [t("tables.settings.hintsLabel"), t(`tables.settings.hints.${hints}`)],
  ];
  // Without a clock, time cannot run out.
  if (clock)
    rows.splice(1, 0, [t("tables.settings.onTimeUp"), t(`tables.settings.onTimeUps.${onTimeUp}`)]);
  return rows;
}

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
    return incrementSeconds > 0 ? t("agreed.live", places) : t("agreed.liveAlone", places);
  }
  if (clock?.correspondence) {
    const { decisionSeconds, nights } = clock.correspondence;
    const each = t("agreed.correspondence", { decision: formatTimeSpan(decisionSeconds) });
    return nights ? `${each} ${t("agreed.nights", nights)}` : each;
  }
  return t("agreed.noClock");
}

/** Who may watch. */
export function spectatorsInWords({ spectators, delay }: AgreedSettings): string {
  return spectators === "DELAYED"
    ? t("agreed.spectators.DELAYED", { count: delay ?? 1 })
    : t(`agreed.spectators.${spectators}`);
}

/** All settings: name and value. */
export function settingsInWords(settings: AgreedSettings): readonly (readonly [string, string])[] {
  const { clock, visibility, startsWhenFull, onTimeUp } = settings;
  const starts = startsWhenFull ? t("agreed.whenFull") : t("agreed.byOwner");
  const rows: (readonly [string, string])[] = [
    [t("agreed.clock"), clockInWords(clock)],
    [t("agreed.visibility"), t(`agreed.visibilities.${visibility}`)],
    [t("agreed.start"), starts],
    [t("agreed.watching"), spectatorsInWords(settings)],
  ];
  // Without a clock there is no time-out.
  if (clock) rows.splice(1, 0, [t("agreed.onTimeUp"), t(`agreed.onTimeUps.${onTimeUp}`)]);
  return rows;
}

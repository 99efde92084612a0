// What is agreed on at a table that is not the game's, in words.
import type { TableLineFragment } from "../api/generated.ts";
import { t } from "../i18n/words.ts";
import { span } from "../i18n/time-format.ts";

/** What is agreed on at a table. */
export type Settings = TableLineFragment["settings"];

/** How long one may think. */
export function clockInWords(clock: Settings["clock"]): string {
  if (clock?.live) {
    const { bankSeconds, incrementSeconds } = clock.live;
    const places = { bank: span(bankSeconds), increment: span(incrementSeconds) };
    return incrementSeconds > 0 ? t("agreed.live", places) : t("agreed.liveAlone", places);
  }
  if (clock?.correspondence) {
    const { decisionSeconds, nights } = clock.correspondence;
    const each = t("agreed.correspondence", { decision: span(decisionSeconds) });
    return nights ? `${each} ${t("agreed.nights", nights)}` : each;
  }
  return t("agreed.noClock");
}

/** Who may watch. */
export function spectatorsInWords({ spectators, delay }: Settings): string {
  return spectators === "DELAYED"
    ? t("agreed.spectators.DELAYED", { count: delay ?? 1 })
    : t(`agreed.spectators.${spectators}`);
}

/** All that is agreed on: what it is about, and what it is. */
export function settingsInWords(settings: Settings): readonly (readonly [string, string])[] {
  const { clock, visibility, startsWhenFull, onTimeUp } = settings;
  const starts = startsWhenFull ? t("agreed.whenFull") : t("agreed.byOwner");
  const rows: (readonly [string, string])[] = [
    [t("agreed.clock"), clockInWords(clock)],
    [t("agreed.visibility"), t(`agreed.visibilities.${visibility}`)],
    [t("agreed.start"), starts],
    [t("agreed.watching"), spectatorsInWords(settings)],
  ];
  // Without a clock no time is ever up.
  if (clock) rows.splice(1, 0, [t("agreed.onTimeUp"), t(`agreed.onTimeUps.${onTimeUp}`)]);
  return rows;
}

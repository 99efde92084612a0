// What is set of a new table, in a line.
import type { TableSettings } from "../api/generated.ts";
import { formatTimeSpan } from "../i18n/time-format.ts";
import { t } from "../i18n/words.ts";
import type { OptionLine } from "../options/describe.ts";
import { spectatorsInWords } from "../tables/settings-summary.ts";

/** The rules, the clock and who finds the table, and what else is not as it mostly is. */
export function summaryInWords(rules: readonly OptionLine[], settings: TableSettings): string {
  const { clock, visibility, startsWhenFull, spectators, delay, hints } = settings;
  const chosen = rules
    .filter(({ isUsual }) => !isUsual)
    .map(({ label, words }) => t("options.line", { label, words }));
  const parts = [
    ...(chosen.length > 0 ? chosen : [t("newTable.summary.usualRules")]),
    clockInShort(clock),
    t(`newTable.summary.${visibility === "PRIVATE" ? "private" : "open"}`),
  ];
  if (startsWhenFull === false) parts.push(t("newTable.summary.byOwner"));
  if (spectators !== undefined && spectators !== "ALLOWED") {
    parts.push(spectatorsInWords({ spectators, delay: delay ?? null }));
  }
  if (hints !== undefined && hints !== "AGAINST_BOTS") {
    parts.push(t("newTable.summary.hints", { hints: t(`tables.settings.hints.${hints}`) }));
  }
  return parts.join(" · ");
}

function clockInShort(clock: TableSettings["clock"]): string {
  if (clock?.live) {
    const { bankSeconds, incrementSeconds = 0 } = clock.live;
    const bank = formatTimeSpan(bankSeconds, "short");
    return incrementSeconds > 0 ? `${bank} + ${formatTimeSpan(incrementSeconds, "short")}` : bank;
  }
  if (clock?.correspondence) {
    const decision = formatTimeSpan(clock.correspondence.decisionSeconds);
    return t("tables.settings.correspondence", { decision });
  }
  return t("newTable.summary.noClock");
}

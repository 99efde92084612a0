// What is said of a program besides its name.
import { html, type TemplateResult } from "lit";
import type { DeclineReason, ProgramLineFragment, WhoFragment } from "../api/generated.ts";
import { t } from "../i18n/words.ts";

/** Whether a program is ready and plays at fewer tables than it could. */
export function hasRoom({ tables, ready }: ProgramLineFragment): boolean {
  return ready !== null && tables < ready.tables;
}

/** At how many tables a program plays, of how many. */
export function tablesInWords({ tables, ready }: ProgramLineFragment): string {
  return ready === null
    ? t("programs.notReady")
    : t("programs.tables", { tables, most: ready.tables });
}

/** Why a program does not sit at a table. */
export function declineInWords(reason: DeclineReason, { name }: WhoFragment): TemplateResult {
  return html`${t(`programs.declines.${reason}`, { name })}`;
}

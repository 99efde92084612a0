// The selection of a bot's level.
import { html, type TemplateResult } from "lit";
import type { Bot } from "../api/generated.ts";
import { t } from "../i18n/words.ts";

/** The kinds of bot that are offered, the weakest first. */
const LEVELS = ["BEGINNER", "CASUAL", "SKILLED", "EXPERT"] as const satisfies readonly Bot[];

/** The kind that is selected at first, which also stands in for absent players. */
export const USUAL_LEVEL: Bot = "CASUAL";

/** A labelled `select` element with these kinds. */
export function levelSelect(chosen: Bot, choose: (level: Bot) => void): TemplateResult {
  return html`<label style="min-width: 0; max-width: 100%">
    ${t("bots.level")}
    <select
      style="max-width: 100%"
      @change=${(event: Event) => {
        choose((event.target as HTMLSelectElement).value as Bot);
      }}
    >
      ${LEVELS.map(
        (level) =>
          html`<option value=${level} ?selected=${level === chosen}>
            ${t(`bots.levels.${level}`)}
          </option>`,
      )}
    </select>
  </label>`;
}

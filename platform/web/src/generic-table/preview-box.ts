// The preview of composed steps, and the buttons to play, take back or cancel them.
import { html, nothing, type TemplateResult } from "lit";
import type { Preview } from "@gueridon/element";
import { t } from "../i18n/words.ts";

/** A composed step, with its sentence. */
export interface PreviewedStep {
  readonly move: unknown;
  readonly words: string;
}

/** The actions on composed steps. */
export interface PreviewActions {
  readonly play: () => void;
  readonly back: () => void;
  readonly giveUp: () => void;
}

/** The preview of these steps; null until it is loaded. */
export function previewFor(
  steps: readonly PreviewedStep[],
  preview: Preview | null,
): Preview | null {
  if (!preview || steps.length === 0 || preview.steps.length !== steps.length) return null;
  return JSON.stringify(preview.steps) === JSON.stringify(steps.map(({ move }) => move))
    ? preview
    : null;
}

/** The composed steps, their outcome, and the three buttons. */
export function previewBox(
  steps: readonly PreviewedStep[],
  answer: Preview | null,
  isBusy: boolean,
  { play, back, giveUp }: PreviewActions,
): TemplateResult {
  return html`<div class="preview-box">
    <div role="status">
      <p><strong>${t("genericTable.preview.title")}</strong></p>
      <ol>
        ${steps.map(({ words }) => html`<li>${words}</li>`)}
      </ol>
      ${answer ? outcomeOf(answer) : html`<p class="soft">${t("genericTable.preview.loading")}</p>`}
    </div>
    <div class="row">
      <button
        type="button"
        class="main"
        ?disabled=${isBusy || answer?.refusal !== null}
        @click=${play}
      >
        ${t("genericTable.preview.play", { count: steps.length })}
      </button>
      <button type="button" ?disabled=${isBusy} @click=${back}>
        ${t("genericTable.preview.undo")}
      </button>
      <button type="button" ?disabled=${isBusy} @click=${giveUp}>
        ${t("genericTable.preview.cancel")}
      </button>
    </div>
  </div>`;
}

function outcomeOf({ refusal, told, isUncertain }: Preview) {
  if (refusal !== null) return html`<p class="refusal">${refusal}</p>`;
  return html`
    ${
      told.length > 0
        ? html`<p>${t("genericTable.preview.events")}</p>
            <ul>
              ${told.map((words) => html`<li>${words}</li>`)}
            </ul>`
        : nothing
    }
    ${isUncertain ? html`<p class="turn">${t("genericTable.preview.uncertain")}</p>` : nothing}
  `;
}

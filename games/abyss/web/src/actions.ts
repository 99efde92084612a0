// The action bar: steps that have no place on the table, and the steps composed so far.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { StepKind } from "./offers.ts";
import { stepButton } from "./buttons.ts";
import type { Scene } from "./scene.ts";
import { withTerms } from "./terms.ts";

const MAIN: readonly (StepKind | null)[] = ["pay", "payWithNebulis", "buy", "takeAlly", "fight"];

/** The action bar. The page's skip link leads to its heading, `moves`. */
export function actions(scene: Scene): TemplateResult {
  const { offers, composedSteps, prompt, refusal, isUncertain } = scene.parts;
  const onThings = offers.at.size;
  return html`<div class="actions" data-region="actions">
    <h2 id="moves" class="visually-hidden" tabindex="-1">${scene.say("actions")}</h2>
    <div role="status" class="status">
      ${composedSteps > 0 && prompt !== null && refusal === null ? html`<p>${withTerms(scene.parts.glossary, prompt)}</p>` : nothing}
      ${isUncertain ? html`<p class="soft">${scene.say("uncertain")}</p>` : nothing}
    </div>
    ${asked(scene)}
    ${refusal === null ? nothing : html`<p class="refusal" role="alert">${refusal}</p>`}
    <div class="bar">
      ${repeat(
        offers.bar,
        ({ move }) => JSON.stringify(move),
        (offer) => stepButton(scene, offer, MAIN.includes(offer.kind)),
      )}
      ${composedSteps > 0 ? takeBack(scene) : nothing}
      ${
        onThings > 0
          ? html`<span class="soft hint">${scene.say("onThings", { count: onThings })}</span>`
          : nothing
      }
    </div>
  </div>`;
}

/** The question to other players; nothing for a player to act, who sees the prompt. */
function asked(scene: Scene): TemplateResult | typeof nothing {
  const { toAct, question } = scene.view;
  const isOwn = toAct.some((seat) => seat === scene.parts.table.seat);
  if (isOwn || toAct.length === 0) return nothing;
  return html`<p class="asked soft">
    ${scene.say("asked", {
      who: toAct.map((seat) => scene.seat(seat)).join(", "),
      what: scene.label(`AbyssQuestion.${question}`),
    })}
  </p>`;
}

function takeBack(scene: Scene): TemplateResult {
  const { handlers, isBusy, composedSteps } = scene.parts;
  const button = (key: string, words: string, pressed: () => void) =>
    html`<button
      type="button"
      class="quiet"
      data-key=${key}
      aria-disabled=${isBusy ? "true" : nothing}
      @click=${pressed}
    >
      ${words}
    </button>`;
  return html`${
    composedSteps > 1
      ? button("undo", scene.say("undo"), () => {
          handlers.undone();
        })
      : nothing
  }
  ${button("cancel", scene.say("cancel"), () => {
    handlers.cancelled();
  })}`;
}

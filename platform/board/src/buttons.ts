// Buttons: over a place of the board that can be chosen, and for the details of something.
import { html, nothing, type TemplateResult } from "lit";
import type { AnyScene } from "./scene.ts";
import type { Offer } from "./steps.ts";
import { kindsOf } from "./terms.ts";

type Drawn = TemplateResult | typeof nothing;

/** The button over a place that can be chosen: plays its only step, or narrows the choice to it. */
export function targetButton<O extends Offer>(
  scene: AnyScene<O>,
  target: string,
  name: string,
): Drawn {
  const choice = scene.at(target);
  if (choice === undefined) return nothing;
  const [only] = choice.offers;
  const words =
    choice.next === null ? only.words : scene.say("choose", { name, count: choice.offers.length });
  return html`<button
    type="button"
    class="act"
    data-key=${target}
    data-move=${kindsOf(choice.offers)}
    data-tip=${words}
    aria-label=${words}
    aria-disabled=${scene.parts.isInert ? "true" : nothing}
    @click=${() => {
      scene.handlers.chosen(choice);
    }}
  ></button>`;
}

/** A button that opens the details of something; it covers it if nothing can be chosen. */
export function detailsButton<Question>(
  scene: AnyScene<Offer, Question>,
  question: Question,
  key: string,
  name: string,
  explained: string | null,
): TemplateResult {
  return html`<button
    type="button"
    class="about"
    data-key=${key}
    data-explained=${explained ?? nothing}
    aria-label=${scene.say("about", { name })}
    aria-haspopup="dialog"
    @click=${() => {
      scene.handlers.asked(question);
    }}
  >
    <span aria-hidden="true">i</span>
  </button>`;
}

/** A button with a symbol that opens a dialog, such as that of the piles. */
export function sheetButton<Sheet extends string>(
  scene: AnyScene<Offer, { readonly sheet: Sheet }>,
  sheet: Sheet,
  words: string,
  icon: Drawn,
): TemplateResult {
  return html`<button
    type="button"
    class="quiet"
    data-key="sheet ${sheet}"
    aria-haspopup="dialog"
    @click=${() => {
      scene.handlers.asked({ sheet });
    }}
  >
    ${icon} ${words}
  </button>`;
}

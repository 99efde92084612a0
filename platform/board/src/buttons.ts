// Buttons: over a place of the board that can be chosen, and for the details of something.
import { html, nothing, svg, type TemplateResult } from "lit";
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
  const { next, offers } = choice;
  const isAsked = next !== null && offers.length === 1 && only.asksFirst === true;
  const closer = isAsked ? `${only.words} …` : scene.say("choose", { name, count: offers.length });
  const words = next === null ? only.words : closer;
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
    ${icon} <span class="words">${words}</span>
  </button>`;
}

/** The button that opens the settings: how moves are followed, and sounds. */
export function settingsButton(scene: AnyScene): TemplateResult {
  const words = scene.say("settings");
  return html`<button
    type="button"
    class="quiet settings"
    data-key="settings"
    data-tip=${words}
    aria-label=${words}
    aria-haspopup="dialog"
    @click=${() => {
      scene.handlers.setUp();
    }}
  >
    ${sound(scene.parts.settings.hasSounds)}
  </button>`;
}

/** A loudspeaker, crossed out while it is silent. */
function sound(isOn: boolean): TemplateResult {
  return html`<svg class="symbol stroked" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 9v6h4l5 5V4L8 9z" />
    ${
      isOn
        ? svg`<path d="M16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12" />`
        : svg`<path d="m16.5 9.5 5 5m0-5-5 5" />`
    }
  </svg>`;
}

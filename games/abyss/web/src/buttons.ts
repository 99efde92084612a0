// Buttons: over a target of steps, for a step in words, and for the details of a card.
import { html, nothing, type TemplateResult } from "lit";
import { emblem } from "./emblems.ts";
import type { Offer } from "./offers.ts";
import type { Scene } from "./scene.ts";
import type { Target } from "./targets.ts";
import { withTerms } from "./terms.ts";

type Drawn = TemplateResult | typeof nothing;

/** The button over a target: plays its only step, or asks which of several. */
export function targetButton(scene: Scene, target: Target, name: string): Drawn {
  const offers = scene.at(target);
  const [only] = offers;
  if (only === undefined) return nothing;
  const isOne = offers.length === 1;
  const words = isOne ? only.words : scene.say("choose", { name, count: offers.length });
  const chosen = () => {
    if (isOne) scene.handlers.chosen(only);
    else scene.handlers.asked({ choose: target, name });
  };
  return html`<button
    type="button"
    class="act"
    data-key=${target}
    data-move=${[...new Set(offers.map(({ kind }) => kind ?? ""))].join(" ")}
    aria-label=${words}
    title=${words}
    aria-haspopup=${isOne ? nothing : "dialog"}
    aria-disabled=${scene.parts.isInert ? "true" : nothing}
    @click=${chosen}
  >
    <span class="cue">${emblem(isOne ? "arrow" : "more")}</span>
  </button>`;
}

/** A button with the words of a step. */
export function stepButton(scene: Scene, offer: Offer, isMain = false): TemplateResult {
  return html`<button
    type="button"
    class="do ${isMain ? "main" : ""}"
    data-key="do ${JSON.stringify(offer.move)}"
    data-move=${offer.kind ?? ""}
    aria-disabled=${scene.parts.isInert ? "true" : nothing}
    @click=${() => {
      scene.handlers.chosen(offer);
    }}
  >
    ${withTerms(scene.parts.glossary, offer.words)}
  </button>`;
}

/** The button that opens the details of a card; it covers the card if no step is offered. */
export function aboutButton(scene: Scene, id: string, place: string): TemplateResult {
  const words = scene.say("about", { name: scene.name(id) });
  return html`<button
    type="button"
    class="about"
    data-key="about ${place} ${id}"
    aria-label=${words}
    title=${words}
    aria-haspopup="dialog"
    @click=${() => {
      scene.handlers.asked({ about: id });
    }}
  >
    <span aria-hidden="true">i</span>
  </button>`;
}

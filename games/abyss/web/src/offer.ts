// The buttons: a step on its thing, a step in words, and what more there is to know of a thing.
import { html, nothing, type TemplateResult } from "lit";
import { emblem } from "./emblems.ts";
import type { Offer } from "./intents.ts";
import type { Scene } from "./scene.ts";
import type { Thing } from "./things.ts";

type Drawn = TemplateResult | typeof nothing;

/** The button that lies over a thing: its one step, or the question which of several. */
export function act(scene: Scene, thing: Thing, name: string): Drawn {
  const offers = scene.at(thing);
  const [only] = offers;
  if (only === undefined) return nothing;
  const isOne = offers.length === 1;
  const words = isOne ? only.words : scene.say("choose", { name, count: offers.length });
  const chosen = () => {
    if (isOne) scene.ears.chosen(only);
    else scene.ears.asked({ choose: thing, name });
  };
  return html`<button
    type="button"
    class="act"
    data-key=${thing}
    aria-label=${words}
    title=${words}
    aria-haspopup=${isOne ? nothing : "dialog"}
    aria-disabled=${scene.parts.isInert ? "true" : nothing}
    @click=${chosen}
  >
    <span class="cue">${emblem(isOne ? "arrow" : "more")}</span>
  </button>`;
}

/** A step as a button with its words. */
export function spoken(scene: Scene, offer: Offer, isMain = false): TemplateResult {
  return html`<button
    type="button"
    class="do ${isMain ? "main" : ""}"
    data-key="do ${JSON.stringify(offer.move)}"
    aria-disabled=${scene.parts.isInert ? "true" : nothing}
    @click=${() => {
      scene.ears.chosen(offer);
    }}
  >
    ${offer.words}
  </button>`;
}

/** The button that tells all about a thing; it lies over the whole thing where nothing can be done. */
export function about(scene: Scene, id: string, place: string): TemplateResult {
  const words = scene.say("about", { name: scene.name(id) });
  return html`<button
    type="button"
    class="about"
    data-key="about ${place} ${id}"
    aria-label=${words}
    title=${words}
    aria-haspopup="dialog"
    @click=${() => {
      scene.ears.asked({ about: id });
    }}
  >
    <span aria-hidden="true">i</span>
  </button>`;
}

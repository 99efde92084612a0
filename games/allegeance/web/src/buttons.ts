// Buttons: over a place of the board that can be chosen, and for the details of something.
import { html, nothing, type TemplateResult } from "lit";
import { symbol } from "./symbols.ts";
import type { Question, Scene } from "./scene.ts";
import type { Target } from "./steps.ts";

type Drawn = TemplateResult | typeof nothing;

/** The button over a place that can be chosen: plays its only step, or narrows the choice to it. */
export function targetButton(scene: Scene, target: Target, name: string): Drawn {
  const choice = scene.at(target);
  if (choice === undefined) return nothing;
  const [only] = choice.offers;
  const words =
    choice.next === null ? only.words : scene.say("choose", { name, count: choice.offers.length });
  return html`<button
    type="button"
    class="act"
    data-key=${target}
    data-tip=${words}
    aria-label=${words}
    aria-disabled=${scene.parts.isInert ? "true" : nothing}
    @click=${() => {
      scene.handlers.chosen(choice);
    }}
  ></button>`;
}

/** The button that opens the details of a card or a guild; it covers it if nothing can be chosen. */
export function aboutButton(scene: Scene, id: string, place: string): TemplateResult {
  return asking(scene, { about: id }, `about ${place} ${id}`, scene.name(id), id);
}

/** The button that opens a player's side. */
export function playerButton(scene: Scene, seat: number): TemplateResult {
  return asking(scene, { player: seat }, `player ${seat}`, scene.seat(seat), null);
}

function asking(
  scene: Scene,
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
export function sheetButton(
  scene: Scene,
  sheet: "piles" | "symbols",
  words: string,
  icon: string,
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
    ${symbol(icon)} ${words}
  </button>`;
}

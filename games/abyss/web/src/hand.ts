// One's own hand, sorted by race and value, and what is already chosen for a discard.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { allyCard } from "./card.ts";
import { inOrder } from "./figures.ts";
import type { AbyssCards } from "./generated.ts";
import { stats } from "./player.ts";
import type { Scene } from "./scene.ts";
import { isDiscardOpen, type Target } from "./targets.ts";

type Drawn = TemplateResult | typeof nothing;

/** The cards in hand; nothing for spectators. */
export function hand(scene: Scene): Drawn {
  const { own, view } = scene;
  if (!own?.hand) return nothing;
  return html`<div class="hand" data-region="hand">
    <div class="purse">
      <h2 id="hand" tabindex="-1">
        ${scene.label("AbyssPlayer.hand")} <span class="soft">(${own.handSize})</span>
      </h2>
      ${stats(scene, own)}
    </div>
    ${
      own.hand.length === 0
        ? html`<p class="soft">${scene.say("noCards")}</p>`
        : cards(scene, own.hand, "hand", scene.label("AbyssPlayer.hand"))
    }
    ${
      own.chosen && own.chosen.length > 0
        ? html`<h3>${scene.label("AbyssPlayer.chosen")}</h3>
            ${cards(scene, own.chosen, null, scene.label("AbyssPlayer.chosen"))}`
        : nothing
    }
    ${
      isDiscardOpen(view) && view.discard
        ? html`<h3>${scene.label("AbyssView.discard")}</h3>
            ${cards(scene, view.discard, "discard", scene.label("AbyssView.discard"))}`
        : nothing
    }
  </div>`;
}

/** A row of cards, each kind once; `place` is the kind of their targets, null for inert cards. */
export function cards(
  scene: Scene,
  shown: readonly AbyssCards[],
  place: "hand" | "discard" | "payment" | null,
  name: string,
): TemplateResult {
  // In a narrow window a long hand scrolls sideways: focusable, so that keyboards can scroll it.
  return html`<ul class="cards" aria-label=${name} tabindex=${place === "hand" ? 0 : nothing}>
    ${repeat(
      inOrder(shown),
      ({ card }) => card,
      ({ card, count }) => {
        const target: Target | undefined = place === null ? undefined : `${place}:${card}`;
        return html`<li>${allyCard(scene, card, { count, ...(target && { target }) })}</li>`;
      },
    )}
  </ul>`;
}

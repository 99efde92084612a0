// A compact list of cards, such as a hand or a deck after the game.
import { html, nothing, type TemplateResult } from "lit";
import { mini } from "./face.ts";
import { inOrder } from "./figures.ts";
import type { AbyssCards } from "./generated.ts";
import type { Scene } from "./scene.ts";

/** The list: each kind of card once, with its count. */
export function cardList(scene: Scene, cards: readonly AbyssCards[]): TemplateResult {
  return html`<ul class="card-list">
    ${inOrder(cards).map(
      ({ card, count }) =>
        html`<li>${mini(card)} ${scene.name(card)}${count > 1 ? html` ×${count}` : nothing}</li>`,
    )}
  </ul>`;
}

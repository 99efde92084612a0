// A compact list of cards that are usually hidden, such as a hand or a deck after the game.
import { html, type TemplateResult } from "lit";
import { kindOf } from "./card.ts";
import { emblem } from "./emblems.ts";
import { inOrder, valueOf } from "./figures.ts";
import type { AbyssCards } from "./generated.ts";
import type { Scene } from "./scene.ts";

/** The list: each kind of card once, with its count. */
export function cardList(scene: Scene, cards: readonly AbyssCards[]): TemplateResult {
  return html`<ul class="card-list">
    ${inOrder(cards).map(
      ({ card, count }) =>
        html`<li class="of-${kindOf(card)}" title=${scene.name(card)}>
          ${emblem(kindOf(card))}<span aria-hidden="true">${valueOf(card) || ""}</span
          ><span class="visually-hidden">${scene.name(card)}</span
          >${count > 1 ? html` ×${count}` : ""}
        </li>`,
    )}
  </ul>`;
}

// Cards and tokens that are hidden as a rule, as far as these eyes know them.
import { html, type TemplateResult } from "lit";
import { kindOf } from "./card.ts";
import { emblem } from "./emblems.ts";
import { inOrder, valueOf } from "./figures.ts";
import type { AbyssCards } from "./generated.ts";
import type { Scene } from "./scene.ts";

/** A small list of cards, each kind once. */
export function known(scene: Scene, cards: readonly AbyssCards[]): TemplateResult {
  return html`<ul class="known">
    ${inOrder(cards).map(
      ({ id, count }) =>
        html`<li class="of-${kindOf(id)}" title=${scene.name(id)}>
          ${emblem(kindOf(id))}<span aria-hidden="true">${valueOf(id) || ""}</span
          ><span class="visually-hidden">${scene.name(id)}</span
          >${count > 1 ? html` ×${count}` : ""}
        </li>`,
    )}
  </ul>`;
}

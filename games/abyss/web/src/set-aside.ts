// What is out of play: the variants, cards removed from the game, and piles once they are visible.
import { html, nothing, type TemplateResult } from "lit";
import { emblem } from "./emblems.ts";
import { valueOf } from "./figures.ts";
import { cardList } from "./card-list.ts";
import { aboutButton } from "./buttons.ts";
import type { Scene } from "./scene.ts";
import { isDiscardOpen } from "./targets.ts";

/** A folded panel, because it is rarely needed. */
export function setAside(scene: Scene): TemplateResult {
  const { view } = scene;
  const { options } = view;
  const variants = [
    ...(options.kraken ? [scene.label("AbyssTableOptions.kraken")] : []),
    ...(options.returnBlackSmokers ? [scene.label("AbyssTableOptions.returnBlackSmokers")] : []),
  ];
  const named = (ids: readonly string[], place: string) =>
    html`<ul class="chips">
      ${ids.map((id) => html`<li class="chip">${scene.name(id)} ${aboutButton(scene, id, place)}</li>`)}
    </ul>`;
  return html`<details class="set-aside" data-region="set-aside">
    <summary>${scene.say("setAside")}</summary>
    <dl>
      <dt>${scene.label("AbyssView.options")}</dt>
      <dd>${variants.length > 0 ? variants.join(", ") : scene.say("none")}</dd>
      <dt>${scene.label("AbyssView.lordsOut")}</dt>
      <dd>${view.lordsOut.length > 0 ? named(view.lordsOut, "out") : scene.say("none")}</dd>
      <dt>${scene.label("AbyssView.locationsOut")}</dt>
      <dd>${view.locationsOut.length > 0 ? named(view.locationsOut, "out") : scene.say("none")}</dd>
      ${
        view.deck
          ? html`<dt>${scene.label("AbyssView.deck")}</dt>
              <dd>${cardList(scene, view.deck)}</dd>`
          : nothing
      }
      ${
        view.discard && !isDiscardOpen(view)
          ? html`<dt>${scene.label("AbyssView.discard")}</dt>
              <dd>${cardList(scene, view.discard)}</dd>`
          : nothing
      }
      ${
        view.tokenPool
          ? html`<dt>${scene.label("AbyssView.tokenPool")}</dt>
              <dd>
                <ul class="card-list">
                  ${view.tokenPool.map(
                    ({ token, count }) =>
                      html`<li title=${scene.name(token)}>
                        ${emblem("monster")}<span aria-hidden="true">${valueOf(token)}</span
                        ><span class="visually-hidden">${scene.name(token)}</span> ×${count}
                      </li>`,
                  )}
                </ul>
              </dd>`
          : nothing
      }
    </dl>
  </details>`;
}

// What lies beside the table: things out of the game, variants, and what is turned up at the end.
import { html, nothing, type TemplateResult } from "lit";
import { emblem } from "./emblems.ts";
import { valueOf } from "./figures.ts";
import { known } from "./known.ts";
import { about } from "./offer.ts";
import type { Scene } from "./scene.ts";
import { isDiscardOpen } from "./things.ts";

/** All that is seldom looked at, folded. */
export function beyond(scene: Scene): TemplateResult {
  const { view } = scene;
  const { options } = view;
  const variants = [
    ...(options.kraken ? [scene.label("AbyssTableOptions.kraken")] : []),
    ...(options.returnBlackSmokers ? [scene.label("AbyssTableOptions.returnBlackSmokers")] : []),
  ];
  const named = (ids: readonly string[], place: string) =>
    html`<ul class="chips">
      ${ids.map((id) => html`<li class="chip">${scene.name(id)} ${about(scene, id, place)}</li>`)}
    </ul>`;
  return html`<details class="beyond" data-region="beyond">
    <summary>${scene.say("beyond")}</summary>
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
              <dd>${known(scene, view.deck)}</dd>`
          : nothing
      }
      ${
        view.discard && !isDiscardOpen(view)
          ? html`<dt>${scene.label("AbyssView.discard")}</dt>
              <dd>${known(scene, view.discard)}</dd>`
          : nothing
      }
      ${
        view.tokenPool
          ? html`<dt>${scene.label("AbyssView.tokenPool")}</dt>
              <dd>
                <ul class="known">
                  ${view.tokenPool.map(
                    ({ id, count }) =>
                      html`<li title=${scene.name(id)}>
                        ${emblem("monster")}<span aria-hidden="true">${valueOf(id)}</span
                        ><span class="visually-hidden">${scene.name(id)}</span> ×${count}
                      </li>`,
                  )}
                </ul>
              </dd>`
          : nothing
      }
    </dl>
  </details>`;
}

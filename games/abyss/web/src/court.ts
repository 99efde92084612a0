// The Court: up to six Lords, and the size of their deck.
import { html, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { lordCard } from "./card.ts";
import { figure } from "./emblems.ts";
import { SIZES } from "./generated-cards.ts";
import { sentinelOn } from "./kraken.ts";
import type { Scene } from "./scene.ts";

/** The Lords at Court, and its free spaces. */
export function court(scene: Scene): TemplateResult {
  const { view } = scene;
  const free = Array.from({ length: SIZES.courtSpaces - view.court.length }, (_, place) => place);
  return html`<section class="court" data-region="court" aria-labelledby="court">
    <h2 id="court" tabindex="-1">${scene.label("AbyssView.court")}</h2>
    <p class="aside">
      ${figure("lord", view.lordDeckSize, scene.label("AbyssView.lordDeckSize"))}
      <span aria-hidden="true">${scene.say("deck")}</span>
      <span>${scene.say("refill")}</span>
    </p>
    <ul class="lords-at-court">
      ${repeat(
        view.court,
        (lord) => lord,
        (lord) =>
          html`<li>
            ${lordCard(scene, lord, {
              target: `court:${lord}`,
              isNow: view.recruiting === lord,
              more: sentinelOn(scene, ({ lord: reserved }) => reserved === lord),
            })}
          </li>`,
      )}
      ${free.map(() => html`<li class="free"><span class="visually-hidden">${scene.say("free")}</span></li>`)}
    </ul>
  </section>`;
}

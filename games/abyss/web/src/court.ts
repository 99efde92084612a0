// The Court: up to six Lords, and their deck.
import { html, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { back, lordFace } from "./face.ts";
import { SIZES } from "./generated-cards.ts";
import { sentinelOn } from "./kraken.ts";
import type { Scene } from "./scene.ts";
import { about, cardButtons } from "@gueridon/board/spots.ts";
import { LORD_DECK, type Target } from "./steps.ts";

/** The Lords at Court, and its free spaces. */
export function court(scene: Scene): TemplateResult {
  const { view } = scene;
  const free = Array.from({ length: SIZES.courtSpaces - view.court.length }, (_, place) => place);
  const deck = scene.label("AbyssView.lordDeckSize");
  return html`<section class="court" data-region="court" aria-labelledby="court">
    <h2 id="court" tabindex="-1">${scene.label("AbyssView.court")}</h2>
    <ul class="lords-at-court">
      <li class="pile" data-place="lords">
        ${back("lords")}<b aria-hidden="true">${view.lordDeckSize}</b
        ><span class="visually-hidden">${scene.labelled(deck, view.lordDeckSize)}</span
        >${about(scene, LORD_DECK)}
      </li>
      ${repeat(
        view.court,
        (lord) => lord,
        (lord) => {
          const target: Target = `court:${lord}`;
          const isNow = view.recruiting === lord;
          return html`<li class=${isNow ? "now" : ""} data-place=${target}>
            ${
              isNow
                ? html`<span class="visually-hidden">${scene.label("AbyssView.recruiting")}</span>`
                : ""
            }
            ${lordFace(scene, lord, cardButtons(scene, target))}
            ${sentinelOn(scene, ({ lord: reserved }) => reserved === lord)}
          </li>`;
        },
      )}
      ${free.map(() => html`<li class="free"><span class="visually-hidden">${scene.say("free")}</span></li>`)}
    </ul>
  </section>`;
}

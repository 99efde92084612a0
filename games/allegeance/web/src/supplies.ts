// What all share: the round, the piles, and the fifth Protection.
import { html, nothing, type TemplateResult } from "lit";
import { settingsButton, sheetButton } from "@gueridon/board/buttons.ts";
import type { Scene } from "./scene.ts";
import { figure, symbol } from "./symbols.ts";

/** The strip above the fields. */
export function supplies(scene: Scene): TemplateResult {
  const { view } = scene;
  const label = (field: string) => scene.label(`AllegeanceView.${field}`);
  const discarded = view.discard.reduce((sum, { count }) => sum + count, 0);
  const spent = view.gemDiscard.reduce((sum, { count }) => sum + count, 0);
  return html`<section class="supplies" data-region="supplies" aria-labelledby="supplies">
    <h2 id="supplies" class="visually-hidden" tabindex="-1">${scene.say("supplies")}</h2>
    <ul class="piles">
      <li class="round">${figure("round", `${view.round}/${view.rounds}`, label("round"))}</li>
      <li data-place="deck">${figure("deck", view.deckSize, label("deckSize"))}</li>
      <li data-place="discard">${figure("discard", discarded, label("discard"))}</li>
      <li data-place="gems">${figure("gem", view.gemPileSize, label("gemPileSize"))}</li>
      ${
        spent > 0
          ? html`<li class="spent">${figure("spent", spent, label("gemDiscard"))}</li>`
          : nothing
      }
      ${
        view.fifthProtection
          ? html`<li class="shield raised" data-tip=${label("fifthProtection")}>
              ${symbol("protection")}<span aria-hidden="true">5</span
              ><span class="visually-hidden">${label("fifthProtection")}</span>
            </li>`
          : nothing
      }
    </ul>
    <span class="tools">
      ${sheetButton(scene, "piles", scene.say("piles"), symbol("piles"))}
      ${sheetButton(scene, "symbols", scene.say("symbols"), symbol("list"))}
      ${settingsButton(scene)}
    </span>
  </section>`;
}

// The threat track: six squares with their rewards, the marker, and the Monster tokens that are left.
import { html, nothing, type TemplateResult } from "lit";
import { targetButton } from "@gueridon/board/buttons.ts";
import type { Reward } from "./card-figures.ts";
import { THREAT } from "./generated-cards.ts";
import type { Scene } from "./scene.ts";
import { rewardAt } from "./steps.ts";
import { figure, symbol } from "./symbols.ts";

/** The threat track. */
export function threat(scene: Scene): TemplateResult {
  const { view } = scene;
  const label = (field: string) => scene.label(`AbyssView.${field}`);
  return html`<section class="threat" data-region="threat" aria-labelledby="threat">
    <h2 id="threat" tabindex="-1">${label("threat")}</h2>
    <p class="aside" data-place="tokens">
      ${figure("monster", view.monsterTokensLeft, label("monsterTokensLeft"))}
    </p>
    <ol class="squares">
      ${THREAT.map((rewards, place) => {
        const square = place + 1;
        const isHere = square === view.threat;
        return html`<li
          class="square ${isHere ? "here" : ""} ${square < view.threat ? "past" : ""}"
          aria-current=${isHere ? "step" : nothing}
        >
          <span class="number"
            >${isHere ? symbol("monster") : nothing}<b>${square}</b>${
              isHere ? html`<span class="visually-hidden">${scene.say("marker")}</span>` : nothing
            }</span
          >
          <ul>
            ${rewards.map((one) => reward(scene, square, one))}
          </ul>
        </li>`;
      })}
    </ol>
  </section>`;
}

function reward(scene: Scene, square: number, one: Reward): TemplateResult {
  const { keys, pearls, monsters } = one;
  const parts = [
    ...(keys > 0 ? [scene.say("keyTokens", { count: keys })] : []),
    ...(pearls > 0 ? [scene.say("pearls", { count: pearls })] : []),
    ...(monsters > 0 ? [scene.say("monsterTokens", { count: monsters })] : []),
  ];
  const words = parts.join(", ");
  const symbols = [
    ...Array.from({ length: keys }, () => "key"),
    ...Array.from({ length: pearls }, () => "pearl"),
    ...Array.from({ length: monsters }, () => "monster"),
  ];
  return html`<li class="reward" data-tip=${words}>
    ${symbols.map((id) => symbol(id))}<span class="visually-hidden">${words}</span>
    ${targetButton(scene, rewardAt(square, one), words)}
  </li>`;
}

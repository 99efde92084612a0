// The threat track: six squares with their rewards, the marker, and the Monster tokens that are left.
import { html, nothing, type TemplateResult } from "lit";
import { emblem, figure, row } from "./emblems.ts";
import type { Reward } from "./card-figures.ts";
import { THREAT } from "./generated-cards.ts";
import { targetButton } from "./buttons.ts";
import type { Scene } from "./scene.ts";
import { rewardTarget } from "./targets.ts";

/** The threat track. */
export function threat(scene: Scene): TemplateResult {
  const { view } = scene;
  return html`<section class="threat" data-region="threat" aria-labelledby="threat">
    <h2 id="threat" tabindex="-1">${scene.label("AbyssView.threat")}</h2>
    <p class="aside">
      ${figure("monster", view.monsterTokensLeft, scene.label("AbyssView.monsterTokensLeft"))}
      <span aria-hidden="true">${scene.say("left")}</span>
    </p>
    <ol class="squares">
      ${THREAT.map((rewards, place) => {
        const square = place + 1;
        const isHere = square === view.threat;
        return html`<li class=${isHere ? "here" : ""} aria-current=${isHere ? "step" : nothing}>
          <span class="number"
            >${isHere ? emblem("monster") : nothing}${square}${
              isHere ? html`<span class="visually-hidden">${scene.say("marker")}</span>` : nothing
            }</span
          >
          <ul>
            ${rewards.map((one) => html`<li class="reward">${reward(scene, square, one)}</li>`)}
          </ul>
        </li>`;
      })}
    </ol>
  </section>`;
}

function reward(scene: Scene, square: number, one: Reward): TemplateResult {
  const { keys, pearls, monsters } = one;
  const parts = [
    row("key", keys, scene.say("keyTokens", { count: keys })),
    row("pearl", pearls, scene.say("pearls", { count: pearls })),
    row("monster", monsters, scene.say("monsterTokens", { count: monsters })),
  ];
  return html`${parts}${targetButton(scene, rewardTarget(square, one), scene.label("AbyssView.threat"))}`;
}

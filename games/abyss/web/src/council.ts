// The Council: five stacks, one for each race, face down.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { emblem } from "./emblems.ts";
import type { AbyssStack } from "./generated.ts";
import { sentinelOn } from "./kraken.ts";
import { targetButton } from "./buttons.ts";
import type { Scene } from "./scene.ts";
import { cardList } from "./card-list.ts";

/** The Council. */
export function council(scene: Scene): TemplateResult {
  return html`<section class="council" data-region="council" aria-labelledby="council">
    <h2 id="council" tabindex="-1">${scene.label("AbyssView.council")}</h2>
    <ul class="line">
      ${repeat(
        scene.view.council,
        ({ race }) => race,
        (one) => html`<li>${stack(scene, one)}</li>`,
      )}
    </ul>
  </section>`;
}

function stack(scene: Scene, { race, size, cards }: AbyssStack): TemplateResult {
  const name = scene.name(race);
  return html`<div class="card stack of-${race} ${size === 0 ? "empty" : ""}">
    ${emblem(race)}
    <b aria-hidden="true">${size}</b>
    <span class="name">${name}</span>
    <span class="visually-hidden">${scene.say("cards", { count: size })}</span>
    ${cards && cards.length > 0 ? cardList(scene, cards) : nothing}
    ${sentinelOn(scene, ({ race: reserved }) => reserved === race)}
    ${targetButton(scene, `stack:${race}`, name)}
  </div>`;
}

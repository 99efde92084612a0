// The Council: five stacks, one for each race, face down.
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import type { AbyssStack } from "./generated.ts";
import { sentinelOn } from "./kraken.ts";
import type { Scene } from "./scene.ts";
import { spot } from "@gueridon/board/spots.ts";
import type { Target } from "./steps.ts";
import { symbol } from "./symbols.ts";

/** The Council. */
export function council(scene: Scene): TemplateResult {
  return html`<section class="council" data-region="council" aria-labelledby="council">
    <h2 id="council" tabindex="-1">${scene.label("AbyssView.council")}</h2>
    <ul class="line">
      ${repeat(
        scene.view.council,
        ({ race }) => race,
        (one) => stack(scene, one),
      )}
    </ul>
  </section>`;
}

function stack(scene: Scene, { race, size, cards }: AbyssStack): TemplateResult {
  const target: Target = `stack:${race}`;
  // Whoever sees everything is told in the dialog of the stack.
  const known = cards?.map(({ card, count }) => `${scene.name(card)} ×${count}`).join(", ") ?? "";
  return html`<li
    class="stack of-${race} ${size === 0 ? "empty" : ""}"
    style="--cards:${Math.min(size, 4)}"
    data-place=${target}
  >
    <span class="shield" aria-hidden="true">${symbol(race)}</span>
    ${keyed(size, html`<b aria-hidden="true">${size}</b>`)}
    <span class="name" aria-hidden="true">${scene.name(race)}</span>
    <span class="visually-hidden"
      >${scene.labelled(scene.name(race), scene.say("cards", { count: size }))}${known === "" ? nothing : ` – ${known}`}</span
    >
    ${spot(scene, target)} ${sentinelOn(scene, ({ race: reserved }) => reserved === race)}
  </li>`;
}

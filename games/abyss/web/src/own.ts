// One's own side: what one has, what is ready for use, and the hand.
import { targetButton } from "@gueridon/board/buttons.ts";
import { copies } from "@gueridon/board/copies.ts";
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { allyFace } from "./face.ts";
import { inOrder } from "./figures.ts";
import type { AbyssCards } from "./generated.ts";
import { estate, stats, who } from "./player.ts";
import type { Scene } from "./scene.ts";
import { about } from "@gueridon/board/spots.ts";
import { isDiscardOpen, type Target } from "./steps.ts";

type Drawn = TemplateResult | typeof nothing;

/** One's own side; nothing for spectators. */
export function own(scene: Scene): Drawn {
  const { own: player } = scene;
  if (!player) return nothing;
  return html`<div class="own" data-region="own" data-place="side:${player.seat}">
    <div class="purse">${who(scene, player)} ${stats(scene, player)} ${estate(scene, player)}</div>
    ${hand(scene)}
  </div>`;
}

function hand(scene: Scene): Drawn {
  const { own: player, view } = scene;
  if (!player?.hand) return nothing;
  const label = (field: string) => scene.label(`AbyssPlayer.${field}`);
  const discard = isDiscardOpen(view) ? (view.discard ?? []) : [];
  const kinds = player.hand.length + (player.chosen?.length ?? 0) + discard.length;
  const size = kinds > 11 ? "crowd" : kinds > 8 ? "many" : "";
  // In a narrow window a long hand scrolls sideways: focusable, so that keyboards can scroll it.
  return html`<div
    class="cards strip ${size}"
    data-region="hand"
    tabindex="0"
    role="group"
    aria-label=${label("hand")}
  >
    ${
      discard.length > 0
        ? row(scene, discard, "discard", scene.label("AbyssView.discard"))
        : nothing
    }
    ${
      player.hand.length === 0
        ? html`<p class="soft">${scene.say("noCards")}</p>`
        : row(scene, player.hand, "hand", `${label("hand")} (${player.handSize})`)
    }
    ${
      player.chosen && player.chosen.length > 0
        ? row(scene, player.chosen, null, label("chosen"))
        : nothing
    }
  </div>`;
}

/** A row of cards, each kind once; `sort` is that of their targets, null for cards that are given. */
function row(
  scene: Scene,
  shown: readonly AbyssCards[],
  sort: "hand" | "discard" | null,
  name: string,
): TemplateResult {
  return html`<div class="row">
    <h3 tabindex="-1">${name}</h3>
    <ul aria-label=${name}>
      ${repeat(
        inOrder(shown),
        ({ card }) => card,
        ({ card, count }) => {
          const target: Target | null = sort === null ? null : `${sort}:${card}`;
          const place = target ?? `chosen:${card}`;
          return html`<li data-place=${place}>
            ${allyFace(
              scene,
              card,
              html`${copies(scene, count)}
              ${target === null ? nothing : targetButton(scene, target, scene.name(card))}
              ${about(scene, target ?? card, place)}`,
            )}
          </li>`;
        },
      )}
    </ul>
  </div>`;
}

// One's own cards: the hand, the Allegiance, and what lies open to choose from.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { targetButton } from "@gueridon/board/buttons.ts";
import { copies } from "@gueridon/board/copies.ts";
import { aboutButton } from "./buttons.ts";
import { faceOf } from "./face.ts";
import type { AllegeanceCards } from "./generated.ts";
import { inOrder } from "./heraldry.ts";
import type { Scene } from "./scene.ts";
import type { Target } from "./steps.ts";

type Drawn = TemplateResult | typeof nothing;

/** One's own cards; nothing for spectators. */
export function hand(scene: Scene): Drawn {
  const { own } = scene;
  if (!own?.hand) return nothing;
  const title = scene.label("AllegeancePlayer.hand");
  return html`<div class="hand" data-region="hand">
    <h3 id="hand" tabindex="-1">${title} <span class="soft">(${own.handSize})</span></h3>
    <div class="fan">
      ${
        own.hand.length === 0
          ? html`<p class="soft">${scene.say("noCards")}</p>`
          : cards(scene, own.hand, "hand", title)
      }
      ${
        own.oath === null
          ? nothing
          : html`<ul class="cards sworn" aria-label=${scene.label("AllegeancePlayer.oath")}>
              <li>${faceOf(scene, own.oath, aboutButton(scene, own.oath, "own"))}</li>
            </ul>`
      }
    </div>
  </div>`;
}

/** What lies open to choose from: Allegiances, cards looked at, or the discard while it is chosen from. */
export function tray(scene: Scene): Drawn {
  const { view, own } = scene;
  const single = (ids: readonly string[]) => ids.map((card) => ({ card, count: 1 }));
  const asked = [...scene.parts.onBoard.keys()].flatMap((target) =>
    target.startsWith("oath:") ? [target.replace("oath:", "")] : [],
  );
  // What was dealt is seen while others choose, too; a packet is seen by who has it.
  const dealt = own?.hasChosen === false ? (own.offered ?? []) : [];
  const oaths = [...new Set<string>([...dealt, ...asked])];
  const seen = view.foreseen.flatMap(({ card }) => (card === null ? [] : [card]));
  const isDigging = [...scene.parts.onBoard.keys()].some((target) => target.startsWith("discard:"));
  return html`${
    oaths.length > 0
      ? choices(scene, single(oaths), "oath", scene.label("AllegeancePlayer.offered"))
      : nothing
  }
  ${
    seen.length > 0
      ? choices(scene, tally(seen), "foreseen", scene.label("AllegeanceView.foreseen"))
      : nothing
  }
  ${
    isDigging
      ? choices(scene, inOrder(view.discard), "discard", scene.label("AllegeanceView.discard"))
      : nothing
  }`;
}

/** Cards of a kind together, in the order in which they come. */
function tally(cards: readonly string[]): readonly { card: string; count: number }[] {
  return [...new Set(cards)].map((card) => ({
    card,
    count: cards.filter((one) => one === card).length,
  }));
}

interface Counted {
  readonly card: string;
  readonly count: number;
}

function choices(
  scene: Scene,
  shown: readonly Counted[],
  place: "oath" | "foreseen" | "discard",
  name: string,
): TemplateResult {
  return html`<div class="tray" data-region=${place}>
    <h3 tabindex="-1">${name}</h3>
    ${row(scene, shown, place, name)}
  </div>`;
}

/** A row of cards, each kind once; `place` is the sort of their targets. */
export function cards(
  scene: Scene,
  shown: readonly AllegeanceCards[],
  place: "hand" | "discard",
  name: string,
): TemplateResult {
  return row(scene, inOrder(shown), place, name);
}

function row(
  scene: Scene,
  shown: readonly Counted[],
  place: "hand" | "discard" | "oath" | "foreseen",
  name: string,
): TemplateResult {
  // In a narrow window many cards scroll sideways: focusable, so that keyboards can scroll them.
  return html`<ul class="cards" aria-label=${name} tabindex="0">
    ${repeat(
      shown,
      ({ card }) => card,
      ({ card, count }) => {
        const target: Target = `${place}:${card}`;
        return html`<li data-place=${target}>
          ${faceOf(
            scene,
            card,
            html`${copies(scene, count)} ${targetButton(scene, target, scene.name(card))}
            ${aboutButton(scene, card, target)}`,
          )}
        </li>`;
      },
    )}
  </ul>`;
}

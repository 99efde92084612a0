// The exploration track: its spaces, the deck and the discard, and the price of the revealed Ally.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { allyCard, pile } from "./card.ts";
import { emblem, figure } from "./emblems.ts";
import { SIZES } from "./generated-cards.ts";
import type { Scene } from "./scene.ts";
import { REVEALED } from "./targets.ts";

/** The exploration track. */
export function track(scene: Scene): TemplateResult {
  const { view } = scene;
  const spaces = Array.from({ length: SIZES.trackSpaces }, (_, place) => place);
  // After an exploration its Krakens are put on the Council, the first one first.
  const revealed = view.question === "PLACE_KRAKEN" ? 0 : view.track.length - 1;
  const bonus = html`<span class="bonus" title=${scene.say("lastSpace")}
    >+1 ${emblem("pearl")}<span class="visually-hidden">${scene.say("lastSpace")}</span></span
  >`;
  return html`<section class="track" data-region="track" aria-labelledby="track">
    <h2 id="track" tabindex="-1">${scene.label("AbyssView.track")}</h2>
    <p class="aside">
      ${figure("pearl", view.price, scene.label("AbyssView.price"))}
      <span aria-hidden="true">${scene.say("price")}</span>
      ${
        view.buyers.length > 0
          ? html`<span
              >${scene.say("bought", { who: view.buyers.map((one) => scene.seat(one)).join(", ") })}</span
            >`
          : nothing
      }
    </p>
    <div class="line">
      <div class="piles">
        ${pile(scene.label("AbyssView.deckSize"), scene.say("deck"), view.deckSize)}
        ${pile(scene.label("AbyssView.discardSize"), scene.say("discard"), view.discardSize)}
      </div>
      <ol class="spaces">
        ${repeat(
          spaces,
          (place) => `${place} ${view.track[place] ?? ""}`,
          (place) => {
            const card = view.track[place];
            const isLast = place === SIZES.trackSpaces - 1;
            const more = isLast ? bonus : nothing;
            if (card === undefined) {
              return html`<li class="space">
                <span class="visually-hidden">${scene.say("space", { number: place + 1 })}</span
                >${more}
              </li>`;
            }
            const isRevealed = place === revealed;
            return html`<li class="space ${isRevealed ? "revealed" : "passed"}">
              ${allyCard(scene, card, isRevealed ? { target: REVEALED, more } : { more })}
            </li>`;
          },
        )}
      </ol>
    </div>
  </section>`;
}

// The exploration track: its spaces, the deck and the discard, and the price of the revealed Ally.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { allyFace, back } from "./face.ts";
import { SIZES } from "./generated-cards.ts";
import type { Scene } from "./scene.ts";
import { about, cardButtons, spot } from "@gueridon/board/spots.ts";
import { DECK, REVEALED } from "./steps.ts";
import { figure, symbol } from "./symbols.ts";

/** The exploration track. */
export function track(scene: Scene): TemplateResult {
  const { view } = scene;
  const label = (field: string) => scene.label(`AbyssView.${field}`);
  const spaces = Array.from({ length: SIZES.trackSpaces }, (_, place) => place);
  // After an exploration its Krakens are put on the Council, the first one first.
  const revealed = view.question === "PLACE_KRAKEN" ? 0 : view.track.length - 1;
  const lastSpace = scene.say("lastSpace");
  return html`<section class="track" data-region="track" aria-labelledby="track">
    <h2 id="track" tabindex="-1">${label("track")}</h2>
    <p class="aside" data-tip="${label("price")}. ${scene.text("AbyssView.price")}">
      ${figure("pearl", view.price, label("price"))}
      <span class="words" aria-hidden="true">${scene.say("price")}</span>
    </p>
    <div class="line">
      <span class="pile" data-place="deck"
        >${back("exploration")}<b aria-hidden="true">${view.deckSize}</b
        ><span class="visually-hidden">${scene.labelled(label("deckSize"), view.deckSize)}</span
        >${spot(scene, DECK)}</span
      >
      <ol class="spaces">
        ${repeat(
          spaces,
          (place) => `${place} ${view.track[place] ?? ""}`,
          (place) => {
            const card = view.track[place];
            const isLast = place === SIZES.trackSpaces - 1;
            if (card === undefined) {
              return html`<li class="space" data-place="track:${place}">
                <span class="visually-hidden">${scene.say("space", { number: place + 1 })}</span>${
                  isLast
                    ? html`<span class="bonus" data-tip=${lastSpace}
                        >+1${symbol("pearl")}<span class="visually-hidden">${lastSpace}</span></span
                      >`
                    : nothing
                }
              </li>`;
            }
            const isRevealed = place === revealed;
            return html`<li
              class="space ${isRevealed ? "revealed" : "passed"}"
              data-place="track:${place}"
            >
              ${allyFace(
                scene,
                card,
                isRevealed
                  ? cardButtons(scene, REVEALED)
                  : about(scene, card, `track ${String(place)}`),
              )}
            </li>`;
          },
        )}
      </ol>
      <span class="discarded" data-place="discard" data-tip=${label("discardSize")}
        >${symbol("discard")}<b>${view.discardSize}</b
        ><span class="visually-hidden">${label("discardSize")}</span></span
      >
    </div>
  </section>`;
}

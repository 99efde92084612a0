// The Locations: face up, just drawn or being searched, and their deck.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { locationCard, pile } from "./card.ts";
import type { AbyssLocation } from "./generated.ts";
import { lootDeck, lootOn, sentinelOn } from "./kraken.ts";
import { targetButton } from "./buttons.ts";
import type { Scene } from "./scene.ts";
import { LOCATION_DECK } from "./targets.ts";

/** The Locations that nobody controls. */
export function locations(scene: Scene): TemplateResult {
  const { view } = scene;
  const deckName = scene.label("AbyssView.locationDeckSize");
  return html`<section class="locations" data-region="locations" aria-labelledby="locations">
    <h2 id="locations" tabindex="-1">${scene.label("AbyssView.locations")}</h2>
    <div class="line">
      ${pile(deckName, scene.say("deck"), view.locationDeckSize, targetButton(scene, LOCATION_DECK, deckName))}
      ${list(scene, "location", view.locations, scene.label("AbyssView.locations"))}
    </div>
    ${
      view.drawn.length > 0
        ? html`<h3>${scene.label("AbyssView.drawn")}</h3>
            ${list(scene, "drawn", view.drawn, scene.label("AbyssView.drawn"))}`
        : nothing
    }
    ${
      view.searched
        ? html`<h3>${scene.label("AbyssView.searched")}</h3>
            ${list(scene, "searched", view.searched, scene.label("AbyssView.searched"))}`
        : nothing
    }
    ${lootDeck(scene)}
  </section>`;
}

function list(
  scene: Scene,
  place: "location" | "drawn" | "searched",
  shown: readonly AbyssLocation[],
  name: string,
): TemplateResult {
  return html`<ul class="tiles" aria-label=${name}>
    ${repeat(
      shown,
      (location) => location,
      (location) =>
        html`<li>
          ${locationCard(scene, location, {
            target: `${place}:${location}`,
            more: html`${lootOn(scene, location)}
            ${
              place === "location"
                ? sentinelOn(scene, ({ location: reserved }) => reserved === location)
                : nothing
            }`,
          })}
        </li>`,
    )}
  </ul>`;
}

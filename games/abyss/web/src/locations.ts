// The Locations: face up, just drawn or being searched, and their deck.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { back, locationFace } from "./face.ts";
import type { AbyssLocation } from "./generated.ts";
import { lootDeck, lootOn, sentinelOn } from "./kraken.ts";
import type { Scene } from "./scene.ts";
import { cardButtons, spot } from "@gueridon/board/spots.ts";
import { LOCATION_DECK, type Target } from "./steps.ts";

/** The Locations that nobody controls. */
export function locations(scene: Scene): TemplateResult {
  const { view } = scene;
  const label = (field: string) => scene.label(`AbyssView.${field}`);
  return html`<section class="locations" data-region="locations" aria-labelledby="locations">
    <h2 id="locations" tabindex="-1">${label("locations")}</h2>
    ${lootDeck(scene)}
    <div class="line">
      <span class="pile" data-place="locations"
        >${back("locations")}<b aria-hidden="true">${view.locationDeckSize}</b
        ><span class="visually-hidden"
          >${scene.labelled(label("locationDeckSize"), view.locationDeckSize)}</span
        >${spot(scene, LOCATION_DECK)}</span
      >
      ${tiles(scene, "location", view.locations, label("locations"))}
    </div>
    ${
      view.drawn.length > 0
        ? html`<h3>${label("drawn")}</h3>
            ${tiles(scene, "drawn", view.drawn, label("drawn"))}`
        : nothing
    }
    ${
      view.searched
        ? html`<h3>${label("searched")}</h3>
            ${tiles(scene, "searched", view.searched, label("searched"))}`
        : nothing
    }
  </section>`;
}

function tiles(
  scene: Scene,
  sort: "location" | "drawn" | "searched",
  shown: readonly AbyssLocation[],
  name: string,
): TemplateResult {
  return html`<ul class="tiles ${sort}" aria-label=${name}>
    ${repeat(
      shown,
      (location) => location,
      (location) => {
        const target: Target = `${sort}:${location}`;
        return html`<li data-place=${target}>
          ${locationFace(scene, location, cardButtons(scene, target))}${lootOn(scene, location)}
          ${
            sort === "location"
              ? sentinelOn(scene, ({ location: reserved }) => reserved === location)
              : nothing
          }
        </li>`;
      },
    )}
  </ul>`;
}

// The tracks: the King's health, the Dragon, the Populace with its agitation, the Barbarians with
// their reinforcements.
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { LIMITS } from "./generated-cards.ts";
import type { Scene } from "./scene.ts";
import { spot } from "@gueridon/board/spots.ts";
import { symbol } from "./symbols.ts";

interface Track {
  readonly id: "king" | "dragon" | "populace" | "barbarians";
  /** The square it is on. */
  readonly at: number;
  /** The square with which the game ends. */
  readonly last: number;
  /** By how much it grows each round, and what that is called. */
  readonly growth?: { readonly by: number; readonly symbol: string; readonly name: string };
}

/** All tracks. */
export function tracks(scene: Scene): TemplateResult {
  const { view } = scene;
  const label = (field: string) => scene.label(`AstoriaView.${field}`);
  const agitated = view.wasAgitated ? ` (${label("wasAgitated")})` : "";
  const all: readonly Track[] = [
    { id: "king", at: view.health, last: view.options.fullHealth },
    { id: "dragon", at: view.dragon, last: LIMITS.dragon },
    {
      id: "populace",
      at: view.populace,
      last: LIMITS.force,
      growth: {
        by: view.agitation,
        symbol: "agitation",
        name: `${label("agitation")}${agitated}`,
      },
    },
    {
      id: "barbarians",
      at: view.barbarians,
      last: LIMITS.force,
      growth: {
        by: view.reinforcements,
        symbol: "reinforcements",
        name: label("reinforcements"),
      },
    },
  ];
  return html`<ul class="tracks" aria-label=${scene.say("tracks")}>
    ${all.map((track) => drawn(scene, track))}
  </ul>`;
}

function drawn(scene: Scene, { id, at, last, growth }: Track): TemplateResult {
  const target = `track:${id}` as const;
  const next = growth === undefined ? at : at + growth.by;
  const left = id === "king" ? at : last - at;
  return html`<li
    class="track of-${id} ${left <= 2 ? "near" : ""}"
    data-place=${target}
    style="--last:${last};--at:${at}"
  >
    <span class="crest" aria-hidden="true">${symbol(id)}</span>
    <span class="visually-hidden"
      >${scene.say("trackAt", { name: scene.place(target), at, last })}${
        growth === undefined ? "" : `, ${scene.labelled(growth.name, growth.by)}`
      }</span
    >
    <span class="squares" aria-hidden="true">
      ${Array.from({ length: last }, (_, place) => {
        const square = place + 1;
        const state = square <= at ? "past" : square <= next ? "next" : "";
        return html`<i class="${state} ${square === last ? "last" : ""}">${square}</i>`;
      })}
      ${keyed(id, html`<span class="marker">${at}</span>`)}
    </span>
    ${
      growth === undefined
        ? nothing
        : html`<span
            class="growth"
            data-tip=${scene.labelled(growth.name, growth.by)}
            aria-hidden="true"
            >${symbol(growth.symbol)}+${growth.by}</span
          >`
    }
    ${spot(scene, target)}
  </li>`;
}

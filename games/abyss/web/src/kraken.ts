// The Kraken extension: Sentinels, Loot on Locations, and the Loot deck.
import { html, nothing, type TemplateResult } from "lit";
import { valueOf } from "./figures.ts";
import type { AbyssLocation, AbyssLoot, AbyssSentinel } from "./generated.ts";
import type { Scene } from "./scene.ts";
import { about } from "@gueridon/board/spots.ts";
import { symbol } from "./symbols.ts";

type Drawn = TemplateResult | typeof nothing;

/** The Sentinel on a Lord, a stack or a Location, and its owner. */
export function sentinelOn(scene: Scene, isHere: (sentinel: AbyssSentinel) => boolean): Drawn {
  const found = scene.view.kraken?.sentinels.find(isHere);
  if (found === undefined) return nothing;
  const words = scene.say("reserved", {
    who: scene.seat(found.seat),
    lord: scene.name(found.sentinel),
  });
  return html`<span class="sentinel" data-tip=${words}
    >${symbol("sentinel")}<span class="name" aria-hidden="true">${scene.seat(found.seat)}</span
    ><span class="visually-hidden">${words}</span></span
  >`;
}

/** The Sentinels that lie in front of their owner. */
export function waitingSentinels(scene: Scene, seat: number): Drawn {
  const waiting = (scene.view.kraken?.sentinels ?? []).filter(
    (one) => one.seat === seat && one.lord === null && one.race === null && one.location === null,
  );
  return html`${waiting.map(({ sentinel, canBePlaced }) => {
    const lord = scene.name(sentinel);
    const words = scene.say(canBePlaced ? "sentinelReady" : "sentinelLater", { lord });
    return html`<li class="mark ${canBePlaced ? "" : "later"}" data-tip=${words}>
      ${symbol("sentinel")}<span class="visually-hidden">${words}</span>
    </li>`;
  })}`;
}

/** A Loot, with its effect on demand. */
export function looted(scene: Scene, loot: AbyssLoot, place: string, count = 1): TemplateResult {
  const name = scene.name(loot);
  return html`<li class="loot" data-tip=${name}>
    ${symbol("loot")}<span aria-hidden="true">${valueOf(loot)}${count > 1 ? ` ×${count}` : ""}</span
    ><span class="visually-hidden">${name}${count > 1 ? ` ×${count}` : ""}</span>
    ${scene.text(loot) === "" ? nothing : about(scene, loot, place)}
  </li>`;
}

/** The Loot on a Location, and whether it is being searched. */
export function lootOn(scene: Scene, location: AbyssLocation): Drawn {
  const { kraken } = scene.view;
  const site = kraken?.sites.find((one) => one.location === location);
  const isSearched = kraken?.searching === location;
  const words = scene.label("AbyssKrakenView.searching");
  const loot = site?.loot ?? [];
  if (loot.length === 0 && !isSearched) return nothing;
  return html`<ul class="loots" aria-label=${scene.label("AbyssSite.loot")}>
    ${
      isSearched
        ? html`<li class="mark now" data-tip=${words}>
            ${symbol("search")}<span class="visually-hidden">${words}</span>
          </li>`
        : nothing
    }
    ${loot.map((one, place) => looted(scene, one, `${location} ${place}`))}
  </ul>`;
}

/** The Loot deck, and Loot on Locations that are not shown elsewhere. */
export function lootDeck(scene: Scene): Drawn {
  const { kraken, locations, players, drawn } = scene.view;
  if (kraken === null) return nothing;
  const seen = new Set([...locations, ...drawn, ...players.flatMap((one) => one.locations)]);
  const elsewhere = kraken.sites.filter(
    ({ location, loot }) => !seen.has(location) && loot.length > 0,
  );
  const name = scene.label("AbyssKrakenView.lootDeckSize");
  return html`<p class="aside">
    <span class="figure" data-tip=${name}
      >${symbol("loot")}<span class="visually-hidden">${name}</span
      ><b>${kraken.lootDeckSize}</b></span
    >
    ${elsewhere.map(
      ({ location }) => html`<span>${scene.name(location)} ${lootOn(scene, location)}</span>`,
    )}
  </p>`;
}

// The Kraken expansion: Sentinels, Loot on Locations, and the Loot deck.
import { html, nothing, type TemplateResult } from "lit";
import { emblem } from "./emblems.ts";
import { valueOf } from "./figures.ts";
import type { AbyssLocation, AbyssLoot, AbyssSentinel } from "./generated.ts";
import { aboutButton } from "./buttons.ts";
import type { Scene } from "./scene.ts";

type Drawn = TemplateResult | typeof nothing;

/** The Sentinel on a Lord, a stack or a Location, and its owner. */
export function sentinelOn(scene: Scene, isHere: (sentinel: AbyssSentinel) => boolean): Drawn {
  const found = scene.view.kraken?.sentinels.find(isHere);
  if (found === undefined) return nothing;
  const words = scene.say("reserved", {
    who: scene.seat(found.seat),
    lord: scene.name(found.sentinel),
  });
  return html`<span class="sentinel" title=${words}
    >${emblem("sentinel")}<span>${scene.seat(found.seat)}</span
    ><span class="visually-hidden"> ${words}</span
    >${aboutButton(scene, found.sentinel, "sentinel")}</span
  >`;
}

/** The Sentinels that lie in front of their owner. */
export function waitingSentinels(scene: Scene, seat: number): Drawn {
  const waiting = (scene.view.kraken?.sentinels ?? []).filter(
    (one) => one.seat === seat && one.lord === null && one.race === null && one.location === null,
  );
  if (waiting.length === 0) return nothing;
  return html`${waiting.map(({ sentinel, canBePlaced }) => {
    const lord = scene.name(sentinel);
    const words = scene.say(canBePlaced ? "sentinelReady" : "sentinelLater", { lord });
    return html`<li class="chip">${emblem("sentinel")} ${words}</li>`;
  })}`;
}

function looted(scene: Scene, loot: AbyssLoot, place: string, count = 1): TemplateResult {
  return html`<li class="chip">
    ${emblem("loot")}<span aria-hidden="true">${valueOf(loot)}</span
    ><span class="visually-hidden">${scene.name(loot)}</span
    >${count > 1 ? html` ×${count}` : nothing}
    ${scene.text(loot) === "" ? nothing : aboutButton(scene, loot, place)}
  </li>`;
}

/** The Loot on a Location, and whether it is being searched. */
export function lootOn(scene: Scene, location: AbyssLocation): Drawn {
  const { kraken } = scene.view;
  const site = kraken?.sites.find((one) => one.location === location);
  const isSearched = kraken?.searching === location;
  if (!site && !isSearched) return nothing;
  return html`${
    isSearched
      ? html`<span class="badge now">${scene.label("AbyssKrakenView.searching")}</span>`
      : nothing
  }
  ${
    site
      ? html`<ul class="loot" aria-label=${scene.label("AbyssSite.loot")}>
          ${site.loot.map((one, place) => looted(scene, one, `${location} ${place}`))}
        </ul>`
      : nothing
  }`;
}

/** The Loot deck and its discard, and Loot on Locations that are not shown elsewhere. */
export function lootDeck(scene: Scene): Drawn {
  const { kraken, locations, players, drawn } = scene.view;
  if (kraken === null) return nothing;
  const seen = new Set([...locations, ...drawn, ...players.flatMap((one) => one.locations)]);
  const elsewhere = kraken.sites.filter(({ location }) => !seen.has(location));
  return html`<ul class="loot decks">
    <li class="chip">
      ${emblem("loot")}${scene.label("AbyssKrakenView.lootDeckSize")}: <b>${kraken.lootDeckSize}</b>
    </li>
    ${
      kraken.lootOut.length > 0
        ? html`<li class="chip">
            ${scene.label("AbyssKrakenView.lootOut")}:
            <ul class="loot">
              ${kraken.lootOut.map(({ loot, count }) => looted(scene, loot, "out", count))}
            </ul>
          </li>`
        : nothing
    }
    ${elsewhere.map(
      ({ location }) =>
        html`<li class="chip">${scene.name(location)} ${lootOn(scene, location)}</li>`,
    )}
  </ul>`;
}

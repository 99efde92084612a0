// The faces of cards: Allies in the colour of their race, Lords in that of their guild, Locations.
import { html, nothing, type TemplateResult } from "lit";
import { figuresOf, raceOf, valueOf } from "./figures.ts";
import type { AbyssCard, AbyssLocation, AbyssLord } from "./generated.ts";
import { LORDS } from "./generated-cards.ts";
import { priceOf } from "./price.ts";
import type { Scene } from "./scene.ts";
import { symbol } from "./symbols.ts";

type Drawn = TemplateResult | typeof nothing;

/** The kind of an exploration card: its race, `kraken` or `monster`. */
export function kindOf(card: AbyssCard): string {
  return raceOf(card) ?? card.replace(/_\d+$/, "");
}

/** The name of an exploration card, without the value, which stands beside it. */
function shortName(scene: Scene, card: AbyssCard): string {
  const race = raceOf(card);
  return race === null ? scene.name(card).replace(/ \(\d+\)$/, "") : scene.name(race);
}

/** An Ally, a Kraken or a Monster; `more` is drawn over it. */
export function allyFace(scene: Scene, card: AbyssCard, more: Drawn = nothing): TemplateResult {
  const value = valueOf(card);
  const kind = kindOf(card);
  const name = shortName(scene, card);
  return html`<div class="face ally of-${kind}">
    ${value > 0 ? html`<b class="value">${value}</b>` : nothing}
    <span class="charge">${symbol(kind)}</span>
    <span class="ribbon ${hasLongWord(name, 9) ? "long" : ""}">${name}</span>
    ${more}
  </div>`;
}

/** What a Lord costs a seat, in words. */
export function costWords(scene: Scene, lord: AbyssLord, seat: number): string {
  const price = priceOf(scene.view, lord, seat);
  if (price === null) return "";
  const { value, races, required } = price;
  const printed = figuresOf(lord)?.cost ?? value;
  const asked =
    required === null
      ? scene.say("cost", { value, races })
      : scene.say("costWith", { value, races, race: scene.name(required) });
  return value === printed ? asked : scene.say("costOf", { cost: asked, value: printed });
}

/** What a Lord costs a seat: the value, and a token for each race. */
export function cost(scene: Scene, lord: AbyssLord, seat: number): Drawn {
  const price = priceOf(scene.view, lord, seat);
  if (price === null) return nothing;
  const { value, races, required } = price;
  const printed = figuresOf(lord)?.cost ?? value;
  const words = costWords(scene, lord, seat);
  const free = races - (required === null ? 0 : 1);
  return html`<span class="cost" data-tip=${words}
    ><span class="visually-hidden">${words}</span
    ><b class=${value === printed ? "" : "changed"} aria-hidden="true">${value}</b
    ><span class="races ${races > 4 ? "five" : ""}" aria-hidden="true"
      >${required === null ? nothing : html`<i class="of-${required}">${symbol(required)}</i>`}${Array.from(
        { length: free },
        () => html`<i>${symbol("any")}</i>`,
      )}</span
    ></span
  >`;
}

/** The Keys and the points of a Lord. */
export function worth(scene: Scene, lord: AbyssLord): Drawn {
  const figures = figuresOf(lord);
  if (figures === undefined) return nothing;
  const { keys, points } = figures;
  const keyWords = scene.say("keys", { count: keys });
  const pointWords = scene.say("points", { count: points });
  return html`<span class="worth">
    ${
      keys === 0
        ? nothing
        : html`<span data-tip=${keyWords}
            >${Array.from({ length: keys }, () => symbol("key"))}<span class="visually-hidden"
              >${keyWords}</span
            ></span
          >`
    }
    <span class="points" data-tip=${pointWords}
      ><b aria-hidden="true">${points}</b><span class="visually-hidden">${pointWords}</span></span
    >
  </span>`;
}

/** Whether a word of a name is too long for the letters that others have. */
function hasLongWord(name: string, most: number): boolean {
  return name.split(" ").some((word) => word.length > most);
}

/** A Lord, with what it costs the viewer, or the active player where the viewer does not play. */
export function lordFace(scene: Scene, lord: AbyssLord, more: Drawn = nothing): TemplateResult {
  const figures = figuresOf(lord);
  const guild = figures?.guild ?? "";
  const { seat } = scene.parts.table;
  return html`<div class="face lord guild-${guild}">
    ${cost(scene, lord, seat ?? scene.view.active)}
    <span class="guild" data-tip=${scene.name(guild)}
      >${symbol(guild)}<span class="visually-hidden">${scene.name(guild)}</span></span
    >
    <span class="charge">${symbol(lord)}</span>
    ${
      figures?.arrow
        ? html`<span class="once" data-tip=${scene.say("once")}
            >${symbol("once")}<span class="visually-hidden">${scene.say("once")}</span></span
          >`
        : nothing
    }
    <span class="ribbon ${hasLongWord(scene.name(lord), 11) ? "long" : ""}"
      >${scene.name(lord)}</span
    >
    ${worth(scene, lord)} ${more}
  </div>`;
}

/** A Location. */
export function locationFace(
  scene: Scene,
  location: AbyssLocation,
  more: Drawn = nothing,
): TemplateResult {
  return html`<div class="face location">
    <span class="charge">${symbol(location)}</span>
    <span class="ribbon ${hasLongWord(scene.name(location), 11) ? "long" : ""}"
      >${scene.name(location)}</span
    >
    ${more}
  </div>`;
}

/** The back of a card: of the exploration deck, of Lords, or of Locations. */
export function back(sort: "exploration" | "lords" | "locations"): TemplateResult {
  const symbols = { exploration: "deck", lords: "lord", locations: "location" } as const;
  return html`<span class="back ${sort}" aria-hidden="true">${symbol(symbols[sort])}</span>`;
}

/** Whether an id is that of a Lord. */
export function isLord(id: string): id is AbyssLord {
  return Object.hasOwn(LORDS, id);
}

/** Any card by its id. */
export function faceOf(scene: Scene, id: string): TemplateResult {
  if (isLord(id)) return lordFace(scene, id);
  const isLocation = scene.parts.catalogue.get(id)?.kind === "location";
  return isLocation ? locationFace(scene, id as AbyssLocation) : allyFace(scene, id as AbyssCard);
}

/** A card so small that only its race and value, its Lord or its Location are seen. */
export function mini(id: string): TemplateResult {
  const guild = isLord(id) ? figuresOf(id)?.guild : undefined;
  if (guild !== undefined) return html`<span class="mini guild-${guild}">${symbol(id)}</span>`;
  const kind = kindOf(id as AbyssCard);
  const value = valueOf(id);
  const isAlly = value > 0 || kind === "monster";
  return html`<span class="mini ${isAlly ? `of-${kind}` : "location"}"
    >${symbol(isAlly ? kind : id)}${value > 0 ? html`<b>${value}</b>` : nothing}</span
  >`;
}

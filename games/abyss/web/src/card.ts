// Allies, Lords and Locations as they lie on the table.
import { html, nothing, type TemplateResult } from "lit";
import { emblem, figure, row } from "./emblems.ts";
import { figuresOf, raceOf, valueOf } from "./figures.ts";
import type { AbyssCard, AbyssLocation, AbyssLord } from "./generated.ts";
import { aboutButton, targetButton } from "./buttons.ts";
import { priceOf } from "./price.ts";
import type { Scene } from "./scene.ts";
import type { Target } from "./targets.ts";

type Drawn = TemplateResult | typeof nothing;

/** The kind of an exploration card: its race, `kraken` or `monster`. */
export function kindOf(card: AbyssCard): string {
  return raceOf(card) ?? card.replace(/_\d+$/, "");
}

/** The name of an exploration card, without the value. */
function nameOf(scene: Scene, card: AbyssCard): string {
  const race = raceOf(card);
  return race === null ? scene.name(card).replace(/ \(\d+\)$/, "") : scene.name(race);
}

/** An exploration card, with the number of copies. */
export function allyCard(
  scene: Scene,
  card: AbyssCard,
  { target, count = 1, more = nothing }: { target?: Target; count?: number; more?: Drawn },
): TemplateResult {
  const value = valueOf(card);
  return html`<div class="card ally of-${kindOf(card)} ${count > 1 ? "several" : ""}">
    <span class="value">
      ${value > 0 ? html`<b>${value}</b>` : nothing}
      ${
        count > 1
          ? html`<span class="times"
              ><span aria-hidden="true">×${count}</span
              ><span class="visually-hidden">${scene.say("times", { count })}</span></span
            >`
          : nothing
      }
    </span>
    ${emblem(kindOf(card))}
    <span class="name">${nameOf(scene, card)}</span>
    ${more} ${target === undefined ? nothing : targetButton(scene, target, scene.name(card))}
    ${scene.text(card) === "" ? nothing : aboutButton(scene, card, target ?? "")}
  </div>`;
}

/** A Lord's cost for a seat: the value, and the number of races. */
export function cost(scene: Scene, lord: AbyssLord, seat: number): Drawn {
  const price = priceOf(scene.view, lord, seat);
  if (price === null) return nothing;
  const { value, races, required } = price;
  const printed = figuresOf(lord)?.cost ?? value;
  const free = races - (required === null ? 0 : 1);
  const asked =
    required === null
      ? scene.say("cost", { value, races })
      : scene.say("costWith", { value, races, race: scene.name(required) });
  const words = value === printed ? asked : scene.say("costOf", { cost: asked, value: printed });
  return html`<span class="cost" title=${words}
    ><span class="visually-hidden">${words}</span>${
      value === printed ? nothing : html`<s aria-hidden="true">${printed}</s>`
    }<b aria-hidden="true">${value}</b>${
      required === null ? nothing : html`<span class="of-${required}">${emblem(required)}</span>`
    }${Array.from({ length: free }, () => emblem("any"))}</span
  >`;
}

/** The Keys and the points of a Lord. */
export function worth(scene: Scene, lord: AbyssLord): Drawn {
  const figures = figuresOf(lord);
  if (figures === undefined) return nothing;
  const { keys, points } = figures;
  const words = scene.say("keys", { count: keys });
  return html`${keys > 1 ? figure("key", keys, words) : row("key", keys, words)}
  ${figure("point", points, scene.say("points", { count: points }))}`;
}

/** A Lord of the Court, with all that is printed on it. */
export function lordCard(
  scene: Scene,
  lord: AbyssLord,
  { target, isNow, more = nothing }: { target: Target; isNow: boolean; more?: Drawn },
): TemplateResult {
  const figures = figuresOf(lord);
  const guild = figures?.guild ?? "";
  const being = scene.label("AbyssView.recruiting");
  return html`<div class="card lord guild-${guild} ${isNow ? "now" : ""}">
    ${isNow ? html`<span class="visually-hidden">${being}: </span>` : nothing}
    <span class="head" title=${scene.name(guild)}
      >${emblem(guild)}<span class="visually-hidden">${scene.name(guild)}: </span
      ><span class="name">${scene.name(lord)}</span></span
    >
    <span class="power">${figures?.arrow ? emblem("arrow") : nothing}${scene.text(lord)}</span>
    <span class="foot"
      >${cost(scene, lord, scene.parts.table.seat ?? scene.view.active)}<span class="worth"
        >${worth(scene, lord)}</span
      ></span
    >
    ${more} ${targetButton(scene, target, scene.name(lord))} ${aboutButton(scene, lord, target)}
  </div>`;
}

/** A Location, with what it is worth. */
export function locationCard(
  scene: Scene,
  location: AbyssLocation,
  { target, more = nothing }: { target: Target; more?: Drawn },
): TemplateResult {
  return html`<div class="card location">
    <span class="head">${emblem("location")}<span class="name">${scene.name(location)}</span></span>
    <span class="power">${scene.text(location)}</span>
    ${more} ${targetButton(scene, target, scene.name(location))}
    ${aboutButton(scene, location, target)}
  </div>`;
}

/** A face-down pile and its size. `name` is for tooltips and screen readers, `word` is drawn on it. */
export function pile(
  name: string,
  word: string,
  count: number,
  more: Drawn = nothing,
): TemplateResult {
  return html`<div class="card pile ${count === 0 ? "empty" : ""}" title=${name}>
    <span class="visually-hidden">${name}: </span><b>${count}</b
    ><span class="name" aria-hidden="true">${word}</span>${more}
  </div>`;
}

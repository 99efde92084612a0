// The payment for a Lord: its cost, the cards paid so far, and what is missing.
import { html, nothing, type TemplateResult } from "lit";
import { mini } from "./face.ts";
import { inOrder, isKraken, raceOf, RACES, valueOf } from "./figures.ts";
import type { AbyssLord, AbyssRace, AbyssView } from "./generated.ts";
import { priceOf } from "./price.ts";
import type { Scene } from "./scene.ts";
import { spot } from "@gueridon/board/spots.ts";
import type { Target } from "./steps.ts";
import { figure, symbol } from "./symbols.ts";

/** The state of a payment. */
export interface Sum {
  readonly lord: AbyssLord;
  /** The value to reach, with all modifiers. */
  readonly cost: number;
  /** The value paid in cards so far. */
  readonly value: number;
  /** The rest, to be paid in Pearls or Nebulis. */
  readonly missing: number;
  /** The exact number of races. */
  readonly demanded: number;
  /** The required race, while it is missing; null if a Kraken stands in for it. */
  readonly lacks: AbyssRace | null;
  /** The races paid so far. */
  readonly races: readonly AbyssRace[];
  /** How many Krakens, each of which stands in for one race. */
  readonly krakens: number;
}

/** Adds up the payment for the Lord that is being recruited; null while none is. */
export function sumOf(view: AbyssView): Sum | null {
  const lord = view.recruiting;
  const price = lord === null ? null : priceOf(view, lord, view.active);
  if (lord === null || price === null) return null;
  const laid = view.payment.flatMap(({ card, count }) => Array.from({ length: count }, () => card));
  const value = laid.reduce((sum, id) => sum + valueOf(id), 0);
  const races = RACES.filter((race) => laid.some((id) => raceOf(id) === race));
  const krakens = laid.filter(isKraken).length;
  const { required, races: demanded } = price;
  const isThere = required === null || races.includes(required);
  const canBeKraken = krakens > 0 && races.length < demanded;
  return {
    lord,
    cost: price.value,
    value,
    missing: Math.max(0, price.value - value),
    demanded,
    lacks: isThere || canBeKraken ? null : required,
    races,
    krakens,
  };
}

/** The payment; nothing while no Lord is being recruited. */
export function payment(scene: Scene): TemplateResult | typeof nothing {
  const { view } = scene;
  const sum = sumOf(view);
  if (sum === null) return nothing;
  const { lord, value, missing, demanded, lacks, races, krakens } = sum;
  // The Allies stay visible after the payment, until one of them is affiliated.
  const isPaying = view.question === "PAY_LORD";
  const names = races.map((race) => scene.name(race)).join(", ");
  const isOwn = view.active === scene.parts.table.seat;
  return html`<div class="payment" data-region="payment" data-place="payment">
    <h3 id="payment" tabindex="-1">
      ${isOwn ? scene.name(lord) : scene.say("recruits", { who: scene.seat(view.active), lord: scene.name(lord) })}
    </h3>
    <dl class="sum">
      <div>
        <dt>${scene.say("value")}</dt>
        <dd><b>${value}</b>/${sum.cost}</dd>
      </div>
      <div>
        <dt>${scene.say("races")}</dt>
        <dd>
          <b>${races.length}${krakens > 0 ? html`+${krakens}${symbol("kraken")}` : nothing}</b
          >/${demanded}<span class="visually-hidden"> ${names}</span>${
            isPaying && lacks !== null
              ? html`<span class="lacks of-${lacks}"
                  >${symbol(lacks)} ${scene.say("lacks", { race: scene.name(lacks) })}</span
                >`
              : nothing
          }
        </dd>
      </div>
      ${
        isPaying
          ? html`<div>
              <dt>${scene.say("rest")}</dt>
              <dd>${figure("pearl", missing, scene.label("AbyssPlayer.pearls"))}</dd>
            </div>`
          : nothing
      }
    </dl>
    ${
      view.payment.length === 0
        ? nothing
        : html`<ul class="laid" aria-label=${scene.label("AbyssView.payment")}>
            ${inOrder(view.payment).map(({ card, count }) => {
              const target: Target = `payment:${card}`;
              return html`<li class="chip">
                ${mini(card)}<span class="visually-hidden">${scene.name(card)}</span>${
                  count > 1 ? html`<small>×${count}</small>` : nothing
                }${spot(scene, target)}
              </li>`;
            })}
          </ul>`
    }
  </div>`;
}

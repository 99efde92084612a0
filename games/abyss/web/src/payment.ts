// The payment for a Lord: what it costs whoever recruits, what lies there, and what is missing.
import { html, nothing, type TemplateResult } from "lit";
import { cost } from "./card.ts";
import { emblem, figure } from "./emblems.ts";
import { figuresOf, isKraken, raceOf, RACES, valueOf } from "./figures.ts";
import type { AbyssLord, AbyssRace, AbyssView } from "./generated.ts";
import { cards } from "./hand.ts";
import type { Scene } from "./scene.ts";

/** What the Treasurer takes off a cost, and an opponent's Recruiter puts on it (E27). */
const CHANGE = 2;

/** A payment as it stands. */
export interface Sum {
  readonly lord: AbyssLord;
  /** The value to reach, with all that changes it. */
  readonly cost: number;
  /** The values laid down. */
  readonly value: number;
  /** What is left for Pearls and Nebulis. */
  readonly missing: number;
  /** How many races it takes, exactly. */
  readonly demanded: number;
  /** The race that must be among them; null where there is none, or the Diplomat waives it. */
  readonly required: AbyssRace | null;
  /** The races laid down. */
  readonly races: readonly AbyssRace[];
  /** How many Krakens, each of which stands in for one race. */
  readonly krakens: number;
}

/** Adds up the payment for the Lord that is being recruited; null while none is. */
export function sumOf(view: AbyssView): Sum | null {
  const lord = view.recruiting;
  const figures = lord === null ? undefined : figuresOf(lord);
  if (lord === null || figures === undefined) return null;
  const has = (power: AbyssLord, isOwn: boolean) =>
    view.players.some(
      ({ seat, lords }) =>
        (seat === view.active) === isOwn &&
        lords.some((one) => one.lord === power && one.place === "FREE"),
    );
  const less = has("treasurer", true) ? CHANGE : 0;
  const more = has("recruiter", false) && !has("shaman", true) ? CHANGE : 0;
  const price = Math.max(0, figures.cost - less + more);
  const laid = view.payment.flatMap(({ id, count }) => Array.from({ length: count }, () => id));
  const value = laid.reduce((sum, id) => sum + valueOf(id), 0);
  return {
    lord,
    cost: price,
    value,
    missing: Math.max(0, price - value),
    demanded: figures.races,
    required: has("diplomat", true) ? null : figures.required,
    races: RACES.filter((race) => laid.some((id) => raceOf(id) === race)),
    krakens: laid.filter(isKraken).length,
  };
}

/** What lies on the table for a Lord, while somebody pays for it. */
export function payment(scene: Scene): TemplateResult | typeof nothing {
  const { view } = scene;
  const sum = sumOf(view);
  if (sum === null) return nothing;
  const { lord, value, missing, demanded, required, races, krakens } = sum;
  const names = races.map((race) => scene.name(race)).join(", ");
  return html`<div class="payment" data-region="payment">
    <h2 id="payment" tabindex="-1">
      ${
        view.active === scene.parts.table.seat
          ? scene.name(lord)
          : scene.say("recruits", { who: scene.seat(view.active), lord: scene.name(lord) })
      }
      ${cost(scene, lord)}
    </h2>
    <dl class="sum">
      <div>
        <dt>${scene.say("value")}</dt>
        <dd><b>${value}</b> / ${sum.cost}</dd>
      </div>
      <div>
        <dt>${scene.say("races")}</dt>
        <dd>
          <b>${races.length}${krakens > 0 ? html` + ${emblem("kraken")}${krakens}` : nothing}</b> /
          ${demanded} ${races.map((race) => html`<span class="of-${race}">${emblem(race)}</span>`)}
          <span class="unseen">${names}</span>
          ${
            required !== null && !races.includes(required)
              ? html`<span class="lacks of-${required}"
                  >${emblem(required)} ${scene.say("lacks", { race: scene.name(required) })}</span
                >`
              : nothing
          }
        </dd>
      </div>
      <div>
        <dt>${scene.say("rest")}</dt>
        <dd>${figure("pearl", missing, scene.label("AbyssPlayer.pearls"))}</dd>
      </div>
    </dl>
    ${
      view.payment.length > 0
        ? cards(scene, view.payment, "payment", scene.label("AbyssView.payment"))
        : nothing
    }
  </div>`;
}

// A player's side of the table.
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import { worth } from "./card.ts";
import { emblem, figure } from "./emblems.ts";
import { figuresOf, inOrder, raceOf, RACES, valueOf } from "./figures.ts";
import type {
  AbyssCards,
  AbyssLocation,
  AbyssLord,
  AbyssLordInPlay,
  AbyssPlayer,
  AbyssView,
} from "./generated.ts";
import { SIZES } from "./generated-cards.ts";
import { lootOn, waitingSentinels } from "./kraken.ts";
import { cardList } from "./card-list.ts";
import { aboutButton, stepButton, targetButton } from "./buttons.ts";
import type { Scene } from "./scene.ts";

type Drawn = TemplateResult | typeof nothing;

/** What lies in front of a player. */
export function side(scene: Scene, player: AbyssPlayer): TemplateResult {
  const { seat } = player;
  const title = `side-${seat}`;
  const isOwn = player === scene.own;
  const isVisitor = isOwn && !scene.parts.table.isReplay;
  return html`<section
    class="side ${isOwn ? "own" : ""} ${scene.view.active === seat ? "active" : ""}"
    data-region=${title}
    aria-labelledby=${title}
  >
    <div class="top">
      <h2 id=${title} tabindex="-1">
        ${scene.seat(seat)}
        ${isVisitor ? html`<span class="soft">${scene.say("you")}</span>` : nothing}
      </h2>
      ${badges(scene, seat)} ${isOwn ? nothing : stats(scene, player)}
      <span class="caption"
        >${emblem("lord")} ${scene.label("AbyssPlayer.lords")}
        ${scene.say("lordsOf", { count: player.lords.length, most: SIZES.lordsToEnd })}</span
      >
    </div>
    ${scene.at(`side:${seat}`).map((offer) => stepButton(scene, offer))}
    ${scene.at(`tokens:${seat}`).map((offer) => stepButton(scene, offer))} ${lords(scene, player)}
    ${places(scene, player)} ${affiliated(scene, player)} ${isOwn ? nothing : hidden(scene, player)}
  </section>`;
}

/** Another player's cards, for a viewer who may see them. */
function hidden(scene: Scene, { hand, chosen }: AbyssPlayer): Drawn {
  const cards = (name: string, held: readonly AbyssCards[] | null) =>
    held === null || held.length === 0
      ? nothing
      : html`<div class="belongings">
          <span class="caption">${emblem("hand")} ${name}</span>
          ${cardList(scene, held)}
        </div>`;
  return html`${cards(scene.label("AbyssPlayer.hand"), hand)}
  ${cards(scene.label("AbyssPlayer.chosen"), chosen)}`;
}

function badges(scene: Scene, seat: number): Drawn {
  const { view } = scene;
  const { kraken } = view;
  const has = (list: readonly number[] | undefined) => list?.includes(seat) ?? false;
  const found = [
    [view.active === seat, scene.label("AbyssView.active")],
    [view.active === seat && view.extraTurn, scene.label("AbyssView.extraTurn")],
    [has(view.toAct) && view.active !== seat, scene.say("toAct")],
    [view.ending === seat, scene.label("AbyssView.ending")],
    [has(view.buyers) && !has(kraken?.secondBuyers), scene.label("AbyssView.buyers")],
    [has(kraken?.secondBuyers), scene.label("AbyssKrakenView.secondBuyers")],
    [has(kraken?.claimants), scene.label("AbyssKrakenView.claimants")],
    [has(kraken?.receivers), scene.label("AbyssKrakenView.receivers")],
    ...view.usedPowers.map(
      (lord) => [view.active === seat, scene.say("used", { lord: scene.name(lord) })] as const,
    ),
    ...(view.power === null
      ? []
      : [
          [
            seatUsing(view.power, view) === seat,
            scene.say("power", { lord: scene.name(view.power) }),
          ] as const,
        ]),
  ] as const satisfies readonly (readonly [boolean, string])[];
  const shown = found.filter(([is]) => is);
  const isHolder = kraken?.holder === seat;
  if (shown.length === 0 && !isHolder) return nothing;
  return html`<ul class="badges">
    ${shown.map(([, words]) => html`<li class="badge">${words}</li>`)}
    ${
      isHolder
        ? html`<li class="badge holder">
            ${emblem("kraken")}${scene.label("AbyssKrakenView.holder")}
          </li>`
        : nothing
    }
  </ul>`;
}

/** The seat whose power is in use: the owner of the free Lord, or the active player while recruiting. */
function seatUsing(power: AbyssLord, { players, active }: AbyssView): number {
  const owner = players.find(({ lords }) =>
    lords.some(({ lord, place }) => lord === power && place === "FREE"),
  );
  return owner?.seat ?? active;
}

/** A player's counts: Pearls, Keys, cards and points. */
export function stats(scene: Scene, player: AbyssPlayer): TemplateResult {
  const label = (field: string) => scene.label(`AbyssPlayer.${field}`);
  const { pearls, nebulis, keys, keyTokens, handSize, toDiscard, monsterTokens } = player;
  const values = new Map<number | null, number>();
  for (const { token } of monsterTokens) {
    const value = token === null ? null : valueOf(token);
    values.set(value, (values.get(value) ?? 0) + 1);
  }
  const tokens = [...values].sort(([a], [b]) => (b ?? 0) - (a ?? 0));
  return html`<ul class="stats">
    <li>${keyed(pearls, figure("pearl", pearls, label("pearls")))}</li>
    ${
      nebulis === null
        ? nothing
        : html`<li>${keyed(nebulis, figure("nebulis", nebulis, label("nebulis")))}</li>`
    }
    <li>
      ${keyed(keys, figure("key", keys, label("keys")))}
      ${
        keyTokens > 0
          ? html`<span class="soft">${scene.say("ofTokens", { count: keyTokens })}</span>`
          : nothing
      }
    </li>
    <li>${keyed(handSize, figure("hand", handSize, label("handSize")))}</li>
    ${toDiscard > 0 ? html`<li class="soft">${scene.say("toDiscard", { count: toDiscard })}</li>` : nothing}
    <li>
      ${figure("monster", monsterTokens.length, label("monsterTokens"))}
      ${tokens.map(([value, count]) =>
        value === null
          ? nothing
          : html`<span class="token" title=${scene.name(`monster_${value}`)}
              >${value}${count > 1 ? html`<small>×${count}</small>` : nothing}</span
            >`,
      )}
    </li>
    ${waitingSentinels(scene, player.seat)}
  </ul>`;
}

function lords(scene: Scene, { seat, lords: all }: AbyssPlayer): Drawn {
  const free = all.filter(({ location }) => location === null);
  if (free.length === 0) return nothing;
  return html`<ul class="chips" aria-label=${scene.label("AbyssPlayer.lords")}>
    ${repeat(
      free,
      ({ lord }) => lord,
      (one) => lordChip(scene, seat, one),
    )}
  </ul>`;
}

function lordChip(scene: Scene, seat: number, { lord, place }: AbyssLordInPlay): TemplateResult {
  const guild = figuresOf(lord)?.guild ?? "";
  const state = scene.label(`AbyssPlace.${place}`);
  return html`<li class="chip lord guild-${guild} ${place.toLowerCase()}">
    <span title=${scene.name(guild)}>${emblem(guild)}</span>
    <span class="visually-hidden">${scene.name(guild)}: </span>
    <span class="name" title=${scene.text(lord)}>${scene.name(lord)}</span>
    <span class="worth">${worth(scene, lord)}</span>
    ${
      place === "FREE"
        ? html`<span class="visually-hidden">${state}</span>`
        : html`<span class="state" title=${state}
            >${emblem("turned")}<span class="visually-hidden">${state}</span></span
          >`
    }
    ${targetButton(scene, `lord:${seat}:${lord}`, scene.name(lord))}
    ${aboutButton(scene, lord, `side:${seat}`)}
  </li>`;
}

function places(scene: Scene, { seat, lords: all, locations }: AbyssPlayer): Drawn {
  if (locations.length === 0) return nothing;
  return html`<ul class="estates" aria-label=${scene.label("AbyssPlayer.locations")}>
    ${repeat(
      locations,
      (location) => location,
      (location) =>
        place(
          scene,
          seat,
          location,
          all.filter((one) => one.location === location),
        ),
    )}
  </ul>`;
}

function place(
  scene: Scene,
  seat: number,
  location: AbyssLocation,
  under: readonly AbyssLordInPlay[],
): TemplateResult {
  return html`<li class="estate">
    <div class="chip location">
      ${emblem("location")}
      <span class="name" title=${scene.text(location)}>${scene.name(location)}</span>
      ${lootOn(scene, location)}
      ${targetButton(scene, `owned:${seat}:${location}`, scene.name(location))}
      ${aboutButton(scene, location, `side:${seat}`)}
    </div>
    ${
      under.length > 0
        ? html`<ul class="chips">
            ${under.map((one) => lordChip(scene, seat, one))}
          </ul>`
        : nothing
    }
  </li>`;
}

function affiliated(scene: Scene, { seat, affiliated: allies }: AbyssPlayer): Drawn {
  if (allies.length === 0) return nothing;
  return html`<div class="belongings">
    <span class="caption">${scene.label("AbyssPlayer.affiliated")}</span>
    <ul class="chips">
      ${RACES.map((race) => {
        const ofRace = inOrder(allies.filter(({ card }) => raceOf(card) === race)).toReversed();
        if (ofRace.length === 0) return nothing;
        return html`<li class="group of-${race}" title=${scene.name(race)}>
          ${emblem(race)}
          ${ofRace.map(
            ({ card, count }) =>
              html`<span class="chip value"
                ><span class="visually-hidden">${scene.name(card)}</span
                ><b aria-hidden="true">${valueOf(card)}</b>${
                  count > 1 ? html`<small>×${count}</small>` : nothing
                }${targetButton(scene, `affiliated:${seat}:${card}`, scene.name(card))}</span
              >`,
          )}
        </li>`;
      })}
    </ul>
  </div>`;
}

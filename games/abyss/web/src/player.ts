// The sides of the players: what they have, their Lords and Locations, and their affiliated Allies.
import { targetButton } from "@gueridon/board/buttons.ts";
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import { mini } from "./face.ts";
import { figuresOf, inOrder, raceOf, RACES, valueOf } from "./figures.ts";
import type {
  AbyssLocation,
  AbyssLord,
  AbyssLordInPlay,
  AbyssPlayer,
  AbyssView,
} from "./generated.ts";
import { SIZES } from "./generated-cards.ts";
import { lootOn, waitingSentinels } from "./kraken.ts";
import type { Scene } from "./scene.ts";
import { shortened } from "@gueridon/board/player-name.ts";
import { sideButton, spot } from "@gueridon/board/spots.ts";
import { lordOf, type Target } from "./steps.ts";
import { figure, symbol, type Symbol } from "./symbols.ts";

type Drawn = TemplateResult | typeof nothing;

/** The other players. */
export function sides(scene: Scene): Drawn {
  const { others } = scene;
  if (others.length === 0) return nothing;
  return html`<section
    class="sides"
    data-region="sides"
    aria-labelledby="sides"
    style="--sides:${others.length}"
  >
    <h2 id="sides" class="visually-hidden" tabindex="-1">${scene.label("AbyssView.players")}</h2>
    ${repeat(
      others,
      ({ seat }) => seat,
      (player) => side(scene, player),
    )}
  </section>`;
}

function side(scene: Scene, player: AbyssPlayer): TemplateResult {
  const { seat } = player;
  return html`<section
    class="side ${scene.view.active === seat ? "active" : ""}"
    data-place="side:${seat}"
    aria-labelledby="side-${seat}"
  >
    ${who(scene, player)} ${stats(scene, player)} ${estate(scene, player)}
  </section>`;
}

/** The name of a player, what they have to do, and what concerns them now. */
export function who(scene: Scene, { seat }: AbyssPlayer): TemplateResult {
  return html`<div class="who" data-tip=${scene.seat(seat)}>
    <h3 id="side-${seat}">${shortened(scene.seat(seat))}</h3>
    <span class="marks">${marks(scene, seat)}</span>
    ${targetButton(scene, `side:${seat}`, scene.seat(seat))} ${sideButton(scene, seat)}
  </div>`;
}

function marks(scene: Scene, seat: number): TemplateResult {
  const { view } = scene;
  const { kraken } = view;
  const label = (field: string) => scene.label(field);
  const has = (list: readonly number[] | undefined) => list?.includes(seat) ?? false;
  const isActive = view.active === seat;
  const all: readonly (readonly [boolean, Symbol, string])[] = [
    [has(view.toAct), "turn", scene.say("toAct")],
    [isActive && view.extraTurn, "again", label("AbyssView.extraTurn")],
    [view.ending === seat, "ending", label("AbyssView.ending")],
    [has(view.buyers) && !has(kraken?.secondBuyers), "bought", label("AbyssView.buyers")],
    [has(kraken?.secondBuyers), "bought", label("AbyssKrakenView.secondBuyers")],
    [kraken?.holder === seat, "kraken", label("AbyssKrakenView.holder")],
    [has(kraken?.claimants), "claim", label("AbyssKrakenView.claimants")],
    [has(kraken?.receivers), "receive", label("AbyssKrakenView.receivers")],
  ];
  const { power } = view;
  return html`${all
    .filter(([is]) => is)
    .map(([, id, words]) => mark(id, words, id === "turn" ? "acts" : ""))}${
    power !== null && seatUsing(power, view) === seat
      ? mark("power", scene.say("power", { lord: scene.name(power) }), "acts")
      : nothing
  }`;
}

function mark(id: Symbol, words: string, kind: string): TemplateResult {
  return html`<span class="mark ${kind}" data-tip=${words}
    >${symbol(id)}<span class="visually-hidden">${words}</span></span
  >`;
}

/** The seat whose power is in use: the owner of the free Lord, or the active player while recruiting. */
function seatUsing(power: AbyssLord, { players, active }: AbyssView): number {
  const owner = players.find(({ lords }) =>
    lords.some(({ lord, place }) => lord === power && place === "FREE"),
  );
  return owner?.seat ?? active;
}

/** A player's counts: Pearls, Nebulis, Keys, cards, Monsters and Lords. */
export function stats(scene: Scene, player: AbyssPlayer): TemplateResult {
  const label = (field: string) => scene.label(`AbyssPlayer.${field}`);
  const { seat, pearls, nebulis, keys, keyTokens, handSize, toDiscard, monsterTokens } = player;
  const isOwn = seat === scene.own?.seat;
  const keyWords =
    keyTokens > 0
      ? `${label("keys")}, ${scene.say("ofTokens", { count: keyTokens })}`
      : label("keys");
  return html`<ul class="stats">
    <li data-place="pearls:${seat}">${keyed(pearls, figure("pearl", pearls, label("pearls")))}</li>
    ${
      nebulis === null
        ? nothing
        : html`<li data-place="nebulis:${seat}">
            ${keyed(nebulis, figure("nebulis", nebulis, label("nebulis")))}
          </li>`
    }
    <li class="keys" data-place="keys:${seat}">
      ${keyed(keys, figure("key", keys, keyWords))}${
        isOwn && scene.at(`tokens:${seat}`) ? spot(scene, `tokens:${seat}`) : nothing
      }
    </li>
    <li data-place="hand:${seat}">
      ${keyed(handSize, figure("hand", handSize, label("handSize")))}
      ${
        toDiscard > 0
          ? html`<span class="soft" data-tip=${scene.say("toDiscard", { count: toDiscard })}
              >−${toDiscard}<span class="visually-hidden"
                >${scene.say("toDiscard", { count: toDiscard })}</span
              ></span
            >`
          : nothing
      }
    </li>
    <li data-place="monsters:${seat}">
      ${keyed(
        monsterTokens.length,
        figure("monster", monsterTokens.length, monsterWords(scene, player)),
      )}
    </li>
    <li>
      ${keyed(
        player.lords.length,
        figure(
          "lord",
          `${player.lords.length}/${SIZES.lordsToEnd}`,
          scene.say("lordsOf", { count: player.lords.length, most: SIZES.lordsToEnd }),
        ),
      )}
    </li>
    ${waitingSentinels(scene, seat)}
  </ul>`;
}

/** The Monster tokens, and the values of those that the viewer knows. */
function monsterWords(scene: Scene, { monsterTokens }: AbyssPlayer): string {
  const known = monsterTokens.flatMap(({ token }) => (token === null ? [] : [valueOf(token)]));
  const name = scene.label("AbyssPlayer.monsterTokens");
  return known.length === 0 ? name : `${name} (${known.sort((a, b) => b - a).join(", ")})`;
}

/** A player's Lords, Locations and affiliated Allies, small. */
export function estate(scene: Scene, player: AbyssPlayer): TemplateResult {
  const { seat, lords: all, locations } = player;
  const free = all.filter(({ location }) => location === null);
  return html`<ul class="estate strip" aria-label=${scene.say("estate")}>
    ${repeat(
      free,
      ({ lord }) => lord,
      (one) => html`<li>${lordChip(scene, seat, one)}</li>`,
    )}
    ${repeat(
      locations,
      (location) => location,
      (location) =>
        holding(
          scene,
          seat,
          location,
          all.filter((one) => one.location === location),
        ),
    )}
    ${affiliated(scene, player)}
  </ul>`;
}

function lordChip(scene: Scene, seat: number, { lord, place }: AbyssLordInPlay): TemplateResult {
  const figures = figuresOf(lord);
  const isUsed = scene.view.usedPowers.includes(lord) && scene.view.active === seat;
  const states = [
    ...(place === "FREE" ? [] : [scene.label(`AbyssPlace.${place}`)]),
    ...(isUsed ? [scene.say("used")] : []),
  ];
  const words = [scene.name(lord), ...states].join(", ");
  return html`<span
    class="chip ${place.toLowerCase()} ${isUsed ? "used" : ""}"
    data-place=${lordOf(seat, lord)}
  >
    ${mini(lord)}
    ${
      place === "FREE" && (figures?.keys ?? 0) > 0
        ? html`<span class="pip" aria-hidden="true"
            >${Array.from({ length: figures?.keys ?? 0 }, () => symbol("key"))}</span
          >`
        : nothing
    }
    <i class="points" aria-hidden="true">${figures?.points ?? ""}</i>
    <span class="visually-hidden">${words}</span>
    ${spot(scene, lordOf(seat, lord))}
  </span>`;
}

function holding(
  scene: Scene,
  seat: number,
  location: AbyssLocation,
  under: readonly AbyssLordInPlay[],
): TemplateResult {
  const target: Target = `owned:${seat}:${location}`;
  return html`<li class="holding">
    <span class="chip" data-place=${target}
      >${mini(location)}<span class="visually-hidden">${scene.name(location)}</span>${spot(
        scene,
        target,
      )}</span
    >
    ${under.map((one) => lordChip(scene, seat, one))}${lootOn(scene, location)}
  </li>`;
}

/** The affiliated Allies: of each race the values, the highest first, which is the one that counts. */
function affiliated(scene: Scene, { seat, affiliated: allies }: AbyssPlayer): Drawn {
  if (allies.length === 0) return nothing;
  const name = scene.label("AbyssPlayer.affiliated");
  return html`${RACES.map((race) => {
    const ofRace = inOrder(allies.filter(({ card }) => raceOf(card) === race)).toReversed();
    const [best, ...others] = ofRace;
    if (best === undefined) return nothing;
    const cards = ofRace.map(
      ({ card, count }) => `${scene.name(card)}${count > 1 ? ` ×${count}` : ""}`,
    );
    const words = scene.labelled(name, cards.join(", "));
    const isChosen = ofRace.some(({ card }) => scene.at(`affiliated:${seat}:${card}`));
    const shown = isChosen ? ofRace : [best];
    const more = isChosen ? 0 : others.reduce((sum, { count }) => sum + count, best.count - 1);
    return html`<li class="allies" data-tip=${words}>
      <span class="visually-hidden">${words}</span>
      ${shown.map(({ card }) => {
        const target: Target = `affiliated:${seat}:${card}`;
        return html`<span class="chip" data-place=${target}
          >${mini(card)}${targetButton(scene, target, scene.name(card))}</span
        >`;
      })}
      ${more > 0 ? html`<small aria-hidden="true">+${more}</small>` : nothing}
    </li>`;
  })}`;
}

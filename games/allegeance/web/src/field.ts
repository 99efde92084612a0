// The fields of all players side by side: for each guild the stack of each player, and who leads.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { banner } from "./banner.ts";
import { targetButton } from "@gueridon/board/buttons.ts";
import { numeral } from "@gueridon/board/words.ts";
import { mini } from "./face.ts";
import type { AllegeanceGuildInPlay, AllegeancePlayer } from "./generated.ts";
import { GUILDS } from "./generated-cards.ts";
import { cardsOf } from "./heraldry.ts";
import { side } from "./player.ts";
import type { Scene } from "./scene.ts";
import { stackOf } from "./steps.ts";
import { symbol } from "./symbols.ts";

/** Banners, and under them a row for each player; in a narrow window a column for each. */
export function field(scene: Scene): TemplateResult {
  const { guilds } = scene.view;
  const { players } = scene;
  return html`<section
    class="field"
    data-region="field"
    aria-labelledby="field"
    style="--guilds:${guilds.length};--players:${players.length}"
  >
    <h2 id="field" class="visually-hidden" tabindex="-1">${scene.say("fields")}</h2>
    <ul class="banners" aria-label=${scene.label("AllegeanceView.guilds")}>
      ${repeat(
        guilds,
        ({ guild }) => guild,
        (one, place) => banner(scene, one, place),
      )}
    </ul>
    ${repeat(
      players,
      ({ seat }) => seat,
      (player, place) => row(scene, player, place),
    )}
  </section>`;
}

function row(scene: Scene, player: AllegeancePlayer, place: number): TemplateResult {
  const { seat } = player;
  const isOwn = scene.own?.seat === seat;
  // One's own column is the first of a narrow window, and one's own row the last of a wide one.
  const column = isOwn ? 0 : scene.own ? place + 1 : place;
  return html`<section
    class="player ${isOwn ? "own" : ""} ${scene.view.active === seat ? "active" : ""}"
    style="--row:${place};--column:${column}"
    aria-labelledby="player-${seat}"
  >
    ${side(scene, player)}
    <ul class="stacks" aria-label=${scene.label("AllegeancePlayer.field")}>
      ${repeat(
        scene.view.guilds,
        ({ guild }) => guild,
        (guild, number) => stack(scene, player, guild, number),
      )}
    </ul>
  </section>`;
}

function stack(
  scene: Scene,
  player: AllegeancePlayer,
  { guild, majority, oath, oathStrength }: AllegeanceGuildInPlay,
  place: number,
): TemplateResult {
  const { seat } = player;
  const found = scene.stack(player, guild);
  const strength = found?.strength ?? 0;
  const isHeld = majority === seat;
  const cards = found ? cardsOf(found) : [];
  const passing = new Set(found?.passingFrom ?? []);
  const points = isHeld ? scene.points(seat, guild) : null;
  const { aim } = scene.view;
  const isAimed = aim?.at === seat && aim.guild === guild;
  const isOffered = aim?.own === guild && scene.view.active === seat;
  // Once its effect is done, an Allegiance lies among its guild and counts.
  const hasOath =
    found !== undefined && oath !== null && player.oath === oath && strength > cards.length;
  const shown = cards.length + (hasOath ? 1 : 0);
  const words = [
    scene.say("strength", { guild: scene.name(guild), count: strength }),
    ...(found?.chief ? [scene.say("withChief", { chief: scene.name(GUILDS[guild].chief) })] : []),
    ...[...passing].map((from) => scene.say("passing", { guild: scene.name(from) })),
    ...(hasOath ? [scene.say("withOath", { oath: scene.name(oath), count: oathStrength })] : []),
    ...(isHeld ? [scene.say("holds")] : []),
    ...(points === null ? [] : [scene.say("points", { count: points })]),
    ...(isAimed ? [`${scene.label(`AllegeanceAttack.${aim.attack}`)} (${aim.count})`] : []),
  ].join(", ");
  return html`<li
    class="stack arms-${guild} ${isHeld ? "held" : ""} ${strength === 0 ? "empty" : ""} ${isAimed ? "aimed" : ""} ${isOffered ? "offered" : ""}"
    style="--guild:${place};--cards:${shown}"
    data-place=${stackOf(seat, guild)}
    data-tip=${words}
  >
    <span class="visually-hidden">${words}</span>
    <b aria-hidden="true">${strength === 0 ? "" : strength}</b>
    <span class="pile-of" aria-hidden="true"
      >${cards.map((card) => mini(card, passing.has(card as typeof guild) && card !== guild))}${
        hasOath ? html`<span class="mini seal">${symbol("oath")}</span>` : nothing
      }</span
    >
    ${
      isHeld
        ? html`<span class="lead" aria-hidden="true"
            >${symbol("majority")}${points === null ? nothing : html`<i>${numeral(points)}</i>`}</span
          >`
        : nothing
    }
    ${isAimed ? html`<span class="reticle">${symbol("aim")}</span>` : nothing}
    ${targetButton(scene, stackOf(seat, guild), `${scene.name(guild)} – ${scene.seat(seat)}`)}
  </li>`;
}

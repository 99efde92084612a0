// The banner of a guild: its arms, its allegiance, what its power costs, and whether it can be used.
import { html, nothing, type TemplateResult } from "lit";
import { targetButton } from "@gueridon/board/buttons.ts";
import { aboutButton } from "./buttons.ts";
import type { AllegeanceGuildInPlay } from "./generated.ts";
import { GUILDS } from "./generated-cards.ts";
import { powerState } from "./power.ts";
import type { Scene } from "./scene.ts";
import { costOf } from "./steps.ts";
import { figure, symbol } from "./symbols.ts";

/** The banner of a guild in play; `place` is its number from the left, or from the top. */
export function banner(
  scene: Scene,
  { guild, allegiance, majority, used }: AllegeanceGuildInPlay,
  place: number,
): TemplateResult {
  const { isPassive } = GUILDS[guild];
  const state = powerState(scene, guild);
  const cost = costOf(scene.view, guild);
  const loyalty = scene.label(`AllegeanceLoyalty.${allegiance}`);
  const held =
    majority === null
      ? scene.say("nobodyLeads")
      : scene.say("leads", { who: scene.seat(majority) });
  return html`<li
    class="banner arms-${guild} ${state?.isReady ? "ready" : ""} ${used ? "used" : ""}"
    style="--guild:${place}"
    data-place="banner:${guild}"
  >
    <span class="cloth">
      <span class="loyalty" data-tip=${loyalty}
        >${symbol(allegiance.toLowerCase())}<span class="visually-hidden">${loyalty}</span></span
      >
      <span class="charge">${symbol(guild)}</span>
      ${
        isPassive
          ? nothing
          : html`<span class="cost">${figure("gem", cost, scene.say("powerCost"))}</span>`
      }
    </span>
    <h3 class="name">${scene.name(guild)}</h3>
    <span class="visually-hidden">${held} ${state?.words ?? ""}</span>
    ${targetButton(scene, `banner:${guild}`, scene.name(guild))}
    ${aboutButton(scene, guild, "banner")}
  </li>`;
}

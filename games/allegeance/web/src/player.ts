// A player in short: gems, hand, Protections, Allegiance, and what they have to do.
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { shortened } from "@gueridon/board/player-name.ts";
import { sideButton } from "@gueridon/board/spots.ts";
import type { AllegeancePlayer, AllegeanceQuestion } from "./generated.ts";
import type { Scene } from "./scene.ts";
import { figure, symbol } from "./symbols.ts";

/** The questions before the first turn. */
const CHOOSING: ReadonlySet<AllegeanceQuestion> = new Set([
  "CHOOSE_OATH",
  "DRAFT_OATH",
  "DRAFT_DISCARD",
]);

/** The head of a player's row, or column. */
export function side(scene: Scene, player: AllegeancePlayer): TemplateResult {
  const { view } = scene;
  const { seat, gems, handSize, sacrificed, hasChosen, oath } = player;
  const label = (field: string) => scene.label(`AllegeancePlayer.${field}`);
  const isToAct = view.toAct.includes(seat);
  const hasShield = player.protected || player.fifthProtection;
  const shields = [
    ...(player.protected ? [label("protected")] : [scene.say("greyProtection")]),
    ...(player.fifthProtection ? [label("fifthProtection")] : []),
  ].join(", ");
  const sworn = oath === null ? label("hasChosen") : scene.name(oath);
  return html`<div class="side" data-region="side-${seat}">
    <h3 id="player-${seat}" class="who" data-tip=${scene.seat(seat)}>
      ${shortened(scene.seat(seat))}${
        scene.own?.seat === seat && !scene.parts.table.isReplay
          ? html` <span class="visually-hidden">${scene.say("you")}</span>`
          : nothing
      }
      ${
        isToAct
          ? html`<span class="turn" data-tip=${scene.say("toAct")}
              >▶<span class="visually-hidden">${scene.say("toAct")}</span></span
            >`
          : nothing
      }
    </h3>
    <ul class="stats">
      <li data-place="gems:${seat}">${keyed(gems, figure("gem", gems, label("gems")))}</li>
      <li data-place="hand:${seat}">
        ${keyed(handSize, figure("hand", handSize, label("handSize")))}
      </li>
      ${
        view.playsLeft > 0 && view.active === seat && !CHOOSING.has(view.question)
          ? html`<li>
              ${figure("play", view.playsLeft, scene.label("AllegeanceView.playsLeft"))}
            </li>`
          : nothing
      }
      <li class="shield ${hasShield ? "raised" : ""}" data-tip=${shields}>
        ${symbol("protection")}<span class="visually-hidden">${shields}</span>${
          player.protected && player.fifthProtection ? html`<b>2</b>` : nothing
        }
      </li>
      ${
        hasChosen
          ? html`<li class="sworn" data-tip=${sworn}>
              ${symbol(oath ?? "oath")}<span class="visually-hidden">${sworn}</span>
            </li>`
          : nothing
      }
      ${
        view.first === seat
          ? html`<li class="mark" data-tip=${scene.label("AllegeanceView.first")}>
              ${symbol("first")}<span class="visually-hidden"
                >${scene.label("AllegeanceView.first")}</span
              >
            </li>`
          : nothing
      }
      ${
        sacrificed > 0
          ? html`<li>${figure("sacrificed", sacrificed, label("sacrificed"))}</li>`
          : nothing
      }
      ${
        view.struck.includes(seat)
          ? html`<li data-tip=${scene.label("AllegeanceView.struck")}>
              ${symbol("oath_blade")}<span class="visually-hidden"
                >${scene.label("AllegeanceView.struck")}</span
              >
            </li>`
          : nothing
      }
    </ul>
    ${sideButton(scene, seat)}
  </div>`;
}

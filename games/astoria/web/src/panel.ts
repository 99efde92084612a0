// The action panel: every step in words, with what it costs and what it does.
import type { Choice } from "@gueridon/board/choices.ts";
import { drawnEffects, inCommon } from "@gueridon/board/effects.ts";
import { asked, panel } from "@gueridon/board/panel.ts";
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { DOMAINS } from "./generated-cards.ts";
import { countOf } from "./cards.ts";
import { effectsOf } from "./effects.ts";
import { gem } from "./gems.ts";
import type { Scene } from "./scene.ts";
import { spot } from "@gueridon/board/spots.ts";
import type { Kind, Offer } from "./steps.ts";
import { symbol } from "./symbols.ts";

type Drawn = TemplateResult | typeof nothing;

/** What brings a turn or a question to its end. */
const LAST: readonly (Kind | null)[] = ["endTurn", "decline", "strike", "defend"];

/** The panel. */
export function actions(scene: Scene): TemplateResult {
  const { toAct, question } = scene.view;
  const what = scene.label(`AstoriaQuestion.${question}`);
  return panel(scene, {
    last: LAST,
    above: html`${asked(scene, toAct, what)} ${underWay(scene)}`,
    more: (choice) => effects(scene, choice),
  });
}

/** Actions left and glyphs that wait to be spent. */
function underWay(scene: Scene): Drawn {
  const { view } = scene;
  const { actions: left, glyphs, active, receiver, hasHelped } = view;
  const label = (field: string) => scene.label(`AstoriaView.${field}`);
  if (view.ending !== null) return ending(scene);
  return html`<ul class="under-way">
    <li>
      <span class="soft">${scene.seat(active)}</span>
      <span class="actions" data-tip=${scene.labelled(label("actions"), left)}
        ><span class="visually-hidden">${scene.labelled(label("actions"), left)}</span
        >${repeat(Array.from({ length: left }), () => symbol("action"))}</span
      >
    </li>
    ${
      glyphs.length === 0
        ? nothing
        : html`<li class="glyphs" data-tip=${label("glyphs")}>
            ${symbol("glyph")}<span class="visually-hidden">${label("glyphs")}</span>
            ${DOMAINS.map((domain) => {
              const count = countOf(glyphs, domain);
              if (count === 0) return nothing;
              return html`<span class="some"
                >${gem(domain)}<span class="visually-hidden">${scene.name(domain)}</span
                ><b>${count}</b></span
              >`;
            })}
            ${scene.at("own:glyphs") ? spot(scene, "own:glyphs") : nothing}
          </li>`
    }
    ${
      receiver === null
        ? nothing
        : html`<li><span class="soft">${label("receiver")}</span> ${scene.seat(receiver)}</li>`
    }
    ${hasHelped ? html`<li class="soft">${label("hasHelped")}</li>` : nothing}
  </ul>`;
}

/** How the game ended. */
function ending(scene: Scene): Drawn {
  const { ending: found } = scene.view;
  if (found === null) return nothing;
  const { cause, faction, seat } = found;
  return html`<p class="ending">
    <strong>${scene.name(cause)}.</strong>
    ${
      faction === null
        ? nothing
        : html`${scene.labelled(scene.label("AstoriaEnding.faction"), scene.name(faction))}.`
    }
    ${seat === null ? nothing : html`${scene.labelled(scene.label("AstoriaEnding.seat"), scene.seat(seat))}.`}
  </p>`;
}

/** What a choice costs and does; only what all of its steps have in common. */
function effects(scene: Scene, { offers }: Choice<Offer>): Drawn {
  return drawnEffects(symbol, inCommon(offers.map((offer) => effectsOf(scene, offer))));
}

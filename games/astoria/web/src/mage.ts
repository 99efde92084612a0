// A mage: who it is, what is known of the objective, the gems, and the artefacts.
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import { targetButton } from "@gueridon/board/buttons.ts";
import { sum } from "./cards.ts";
import { back, mini } from "./face.ts";
import { OBJECTIVES } from "./generated-cards.ts";
import type { AstoriaDomain, AstoriaMage } from "./generated.ts";
import { gems } from "./gems.ts";
import type { Scene } from "./scene.ts";
import { shortened } from "@gueridon/board/player-name.ts";
import { about, sideButton, spot } from "@gueridon/board/spots.ts";
import { cardOf } from "./steps.ts";
import { figure, symbol } from "./symbols.ts";

type Drawn = TemplateResult | typeof nothing;

/** The other mages. */
export function mages(scene: Scene): Drawn {
  if (scene.others.length === 0) return nothing;
  return html`<section
    class="mages"
    data-region="mages"
    aria-labelledby="mages"
    style="--mages:${scene.others.length}"
  >
    <h2 id="mages" class="visually-hidden" tabindex="-1">${scene.say("otherMages")}</h2>
    ${repeat(
      scene.others,
      ({ seat }) => seat,
      (mage) => summary(scene, mage),
    )}
  </section>`;
}

function summary(scene: Scene, mage: AstoriaMage): TemplateResult {
  const { seat, domain, isExiled } = mage;
  const label = (field: string) => scene.label(`AstoriaMage.${field}`);
  return html`<section
    class="mage of-${domain} ${scene.view.active === seat ? "active" : ""} ${isExiled ? "exiled" : ""}"
    data-place="mage:${seat}"
    aria-labelledby="mage-${seat}"
  >
    <div class="who" data-tip=${scene.seat(seat)}>
      ${crest(scene, mage)}
      <h3 id="mage-${seat}">${shortened(scene.seat(seat))}</h3>
      ${marks(scene, mage)} ${targetButton(scene, `mage:${seat}`, scene.seat(seat))}
      ${sideButton(scene, seat)}
    </div>
    <ul class="stats">
      <li data-place="power:${seat}">
        ${keyed(mage.power, figure("power", mage.power, label("power")))}
      </li>
      <li class="held" data-place="hand:${seat}">${hand(scene, mage)}</li>
      ${chiefs(scene, mage)} ${defends(scene, mage)}
    </ul>
    <div class="treasure">
      <span data-place="stock:${seat}" class="lot" data-tip=${label("stock")}
        >${symbol("stock")}${gems(scene, mage.stock, label("stock"))}</span
      >
      ${flask(scene, mage)}
    </div>
    ${works(scene, mage)}
  </section>`;
}

/** The character of a mage, by its domain and role. */
export function crest(scene: Scene, { domain, role }: AstoriaMage): TemplateResult {
  const words = [scene.name(domain), ...(role === null ? [] : [scene.name(role)])].join(", ");
  return html`<span class="crest" data-tip=${words}
    >${symbol(domain)}${role === null ? nothing : html`<span class="rank">${symbol(role)}</span>`}<span
      class="visually-hidden"
      >${words}</span
    ></span
  >`;
}

/** Whose turn it is, who is first, who is in exile, and what is known of the objective. */
export function marks(scene: Scene, mage: AstoriaMage): TemplateResult {
  const { view } = scene;
  const { seat, objective, isRevealed, cleared, isExiled, toReady } = mage;
  const label = (field: string) => scene.label(`AstoriaMage.${field}`);
  const mark = (icon: string, words: string, kind = ""): TemplateResult =>
    html`<span class="mark ${kind}" data-tip=${words}
      >${symbol(icon)}<span class="visually-hidden">${words}</span></span
    >`;
  const isShown = objective !== null && seat !== scene.own?.seat;
  return html`<span class="marks">
    ${view.toAct.includes(seat) ? mark("turn", scene.say("toAct"), "acts") : nothing}
    ${view.first === seat ? mark("first", scene.label("AstoriaView.first")) : nothing}
    ${isExiled ? mark("exile", label("isExiled"), "bad") : nothing}
    ${
      isShown
        ? mark(
            objective,
            `${scene.labelled(label("objective"), scene.name(objective))}${
              isRevealed ? ` (${label("isRevealed")})` : ""
            }`,
            OBJECTIVES[objective] === null ? "good" : "bad",
          )
        : nothing
    }
    ${cleared.map((faction) =>
      mark(faction, scene.labelled(label("cleared"), scene.name(faction)), "cleared"),
    )}
    ${
      toReady > 0
        ? html`<span class="mark" data-tip=${scene.labelled(label("toReady"), toReady)}
            >${symbol("straighten")}${toReady}<span class="visually-hidden"
              >${label("toReady")}</span
            ></span
          >`
        : nothing
    }
  </span>`;
}

/** The cards of a hand, back by back. */
function hand(scene: Scene, { seat, hand: cards }: AstoriaMage): TemplateResult {
  const name = scene.label("AstoriaMage.hand");
  const backs = new Map<AstoriaDomain, number>();
  for (const { back: domain } of cards) backs.set(domain, (backs.get(domain) ?? 0) + 1);
  return html`<span class="visually-hidden">${scene.labelled(name, cards.length)}</span>${
      cards.length === 0
        ? html`<span class="soft" aria-hidden="true">${symbol("hand")}0</span>`
        : nothing
    }${[...backs].map(([domain, count]) => {
      const words = scene.labelled(name, `${scene.name(domain)} ×${count}`);
      return html`<span class="backs-of" data-tip=${words}
        >${back(domain)}${count > 1 ? html`<b aria-hidden="true">${count}</b>` : nothing}<span
          class="visually-hidden"
          >${words}</span
        >${targetButton(
          scene,
          `back:${seat}:${domain}`,
          scene.place(`back:${seat}:${domain}`),
        )}</span
      >`;
    })}`;
}

/** The chiefs that a mage has beaten. */
export function chiefs(scene: Scene, { chiefs: beaten }: AstoriaMage): Drawn {
  if (beaten.length === 0) return nothing;
  const names = beaten.map((chief) => scene.name(chief)).join(", ");
  const words = scene.labelled(scene.label("AstoriaMage.chiefs"), names);
  return html`<li>${figure("chief", beaten.length, words)}</li>`;
}

/** Whether a mage defends the palace. */
function defends(scene: Scene, { seat }: AstoriaMage): Drawn {
  if (!scene.view.defenders.includes(seat)) return nothing;
  const words = scene.label("AstoriaView.defenders");
  return html`<li class="mark" data-tip=${words}>
    ${symbol("defender")}<span class="visually-hidden">${words}</span>
  </li>`;
}

/** The gems in a flask, as one number. */
function flask(scene: Scene, { seat, flask: content, hasFlask }: AstoriaMage): TemplateResult {
  const name = scene.label("AstoriaMage.flask");
  const words = hasFlask
    ? content.map(({ domain, count }) => `${scene.name(domain)} ${count}`).join(", ")
    : scene.say("noFlask");
  return html`<span
    class="lot flask ${hasFlask ? "" : "none"}"
    data-place="flask:${seat}"
    data-tip=${scene.labelled(name, words === "" ? 0 : words)}
    >${symbol("flask")}<span class="visually-hidden">${scene.labelled(name, words)}</span
    ><b aria-hidden="true">${hasFlask ? sum(content) : "–"}</b></span
  >`;
}

/** What a mage has made and is making. */
function works(scene: Scene, { seat, started, cards }: AstoriaMage): TemplateResult {
  return html`<ul class="works" aria-label=${scene.say("works")}>
    ${started.map(
      ({ artefact, gems: on }) =>
        html`<li data-place=${cardOf(seat, artefact)}>
          ${mini(artefact, on, false)}${work(scene, seat, artefact)}
        </li>`,
    )}
    ${cards.map(
      ({ card, isTilted }) =>
        html`<li data-place=${cardOf(seat, card)}>
          ${mini(card, null, isTilted)}${work(scene, seat, card)}
        </li>`,
    )}
  </ul>`;
}

function work(scene: Scene, seat: number, card: string): TemplateResult {
  const target = cardOf(seat, card);
  return scene.at(target) ? spot(scene, target) : about(scene, target);
}

// One's own side: Power, gems, the objective, the hand, and what was started and finished.
import { targetButton } from "@gueridon/board/buttons.ts";
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import { countOf, sum } from "./cards.ts";
import type { Counted } from "./card-figures.ts";
import { cardFace } from "./face.ts";
import { DOMAINS, LIMITS } from "./generated-cards.ts";
import type { AstoriaDomain, AstoriaMage } from "./generated.ts";
import { gem } from "./gems.ts";
import { chiefs, crest, marks } from "./mage.ts";
import type { Scene } from "./scene.ts";
import { cardButtons, sideButton, spot } from "@gueridon/board/spots.ts";
import { cardOf, type Target } from "./steps.ts";
import { symbol } from "./symbols.ts";

type Drawn = TemplateResult | typeof nothing;

/** One's own side; nothing for spectators. */
export function own(scene: Scene): Drawn {
  const { own: mage } = scene;
  if (!mage) return nothing;
  return html`<div class="own of-${mage.domain}" data-region="own" data-place="mage:${mage.seat}">
    ${purse(scene, mage)} ${cards(scene, mage)}
  </div>`;
}

function purse(scene: Scene, mage: AstoriaMage): TemplateResult {
  const { seat, power, stock, flask, hasFlask } = mage;
  const label = (field: string) => scene.label(`AstoriaMage.${field}`);
  return html`<div class="purse">
    <div class="who">
      ${crest(scene, mage)}
      <h3 id="own" tabindex="-1">${scene.seat(seat)}</h3>
      ${marks(scene, mage)} ${targetButton(scene, `mage:${seat}`, scene.seat(seat))}
      ${sideButton(scene, seat)}
    </div>
    <ul class="stats">
      <li class="power" data-place="power:${seat}">
        ${symbol("power")}<span class="visually-hidden">${label("power")}</span>${keyed(
          power,
          html`<b>${power}</b>`,
        )}<span class="soft" aria-hidden="true">/${LIMITS.power}</span>${spot(scene, "own:power")}
      </li>
      ${objective(scene, mage)} ${chiefs(scene, mage)}
    </ul>
    <ul class="lots" data-place="stock:${seat}" aria-label=${label("stock")}>
      <li class="sign" data-tip=${label("stock")} aria-hidden="true">${symbol("stock")}</li>
      ${DOMAINS.map((domain) => lot(scene, "stock", domain, countOf(stock, domain)))}
    </ul>
    ${
      hasFlask
        ? html`<ul class="lots flask" data-place="flask:${seat}" aria-label=${label("flask")}>
            <li
              class="sign"
              data-tip=${scene.labelled(label("flask"), sum(flask))}
              aria-hidden="true"
            >
              ${symbol("flask")}
            </li>
            ${
              sum(flask) === 0
                ? html`<li class="soft">0</li>`
                : DOMAINS.filter((domain) => countOf(flask, domain) > 0).map((domain) =>
                    lot(scene, "flask", domain, countOf(flask, domain)),
                  )
            }
          </ul>`
        : html`<p class="soft">${scene.say("noFlask")}</p>`
    }
  </div>`;
}

function objective(scene: Scene, { objective: id }: AstoriaMage): Drawn {
  if (id === null) return nothing;
  const words = scene.labelled(scene.label("AstoriaMage.objective"), scene.name(id));
  return html`<li class="aim" data-tip="${words}. ${scene.text(id)}">
    ${symbol(id)}<span class="visually-hidden">${words}</span
    ><span aria-hidden="true">${scene.name(id)}</span>
  </li>`;
}

function lot(
  scene: Scene,
  sort: "stock" | "flask",
  domain: AstoriaDomain,
  count: number,
): TemplateResult {
  const target: Target = `${sort}:${domain}`;
  return html`<li class="lot ${count === 0 ? "empty" : ""}">
    ${gem(domain)}<span class="visually-hidden">${scene.name(domain)}</span
    >${keyed(count, html`<b>${count}</b>`)}${spot(scene, target)}
  </li>`;
}

/** The hand, what is started, and what is ready for use. */
function cards(scene: Scene, { seat, hand, started, cards: finished }: AstoriaMage) {
  const label = (field: string) => scene.label(`AstoriaMage.${field}`);
  const known = hand.flatMap(({ artefact }) => (artefact === null ? [] : [artefact]));
  // An empty hand takes the room of its words.
  const count = Math.max(hand.length, 1) + started.length + finished.length;
  const size = count > 7 ? "crowd" : count > 6 ? "many" : "";
  // In a narrow window many cards scroll sideways: focusable, so that keyboards can scroll them.
  return html`<div
    class="cards strip ${size}"
    tabindex="0"
    role="group"
    aria-label=${scene.say("ownCards")}
  >
    ${roles(scene)}
    <div class="row hand-row">
      <h3>${label("hand")} <span class="soft">(${hand.length})</span></h3>
      <ul aria-label=${label("hand")} data-place="hand:${seat}">
        ${known.length === 0 ? html`<li class="soft">${scene.say("noCards")}</li>` : nothing}
        ${repeat(
          known,
          (artefact) => artefact,
          (artefact) => card(scene, `hand:${artefact}`, artefact, null, false),
        )}
      </ul>
    </div>
    ${
      started.length === 0
        ? nothing
        : html`<div class="row">
            <h3>${scene.say("started")}</h3>
            <ul aria-label=${label("started")}>
              ${repeat(
                started,
                ({ artefact }) => artefact,
                ({ artefact, gems }) => card(scene, cardOf(seat, artefact), artefact, gems, false),
              )}
            </ul>
          </div>`
    }
    <div class="row">
      <h3>${scene.say("ready")}</h3>
      <ul aria-label=${label("cards")}>
        ${repeat(
          finished,
          ({ card: id }) => id,
          ({ card: id, isTilted }) => card(scene, cardOf(seat, id), id, null, isTilted),
        )}
      </ul>
    </div>
  </div>`;
}

/** The roles to choose from. */
function roles(scene: Scene): Drawn {
  const { rolesLeft, question } = scene.view;
  if (question !== "CHOOSE_ROLE") return nothing;
  const name = scene.label("AstoriaView.rolesLeft");
  return html`<div class="row tray">
    <h3>${name}</h3>
    <ul aria-label=${name}>
      ${[...new Set(rolesLeft)].map((role) => card(scene, `role:${role}`, role, null, false))}
    </ul>
  </div>`;
}

function card(
  scene: Scene,
  target: Target,
  id: string,
  gems: readonly Counted[] | null,
  isTilted: boolean,
): TemplateResult {
  const more = cardButtons(scene, target);
  return html`<li data-place=${target}>${cardFace(scene, id, { gems, isTilted, more })}</li>`;
}

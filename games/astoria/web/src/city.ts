// The city: what threatens it, the magic flux and the Reserve, the piles, the field and the guards.
import { settingsButton, sheetButton } from "@gueridon/board/buttons.ts";
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import { countOf } from "./cards.ts";
import { back, invasionFace } from "./face.ts";
import { DOMAINS, INVASIONS } from "./generated-cards.ts";
import { gem } from "./gems.ts";
import type { Scene } from "./scene.ts";
import { about, spot } from "@gueridon/board/spots.ts";
import { figure, symbol } from "./symbols.ts";
import { tracks } from "./tracks.ts";

type Drawn = TemplateResult | typeof nothing;

/** Everything that all mages share. */
export function city(scene: Scene): TemplateResult {
  return html`<section class="city" data-region="city" aria-labelledby="city">
    <h2 id="city" class="visually-hidden" tabindex="-1">${scene.say("city")}</h2>
    ${head(scene)} ${tracks(scene)} ${market(scene)} ${piles(scene)} ${field(scene)} ${room(scene)}
  </section>`;
}

function head(scene: Scene): TemplateResult {
  const { view } = scene;
  const label = (field: string) => scene.label(`AstoriaView.${field}`);
  return html`<div class="head">
    <ul class="counts">
      <li>
        ${figure("round", view.round, scene.say("roundOf", { last: view.options.roundLimit }))}
      </li>
      <li>${figure("turns", `${view.turn}/${view.turns}`, label("turn"))}</li>
      ${
        view.isTraitorFound
          ? html`<li class="mark" data-tip=${label("isTraitorFound")}>
              ${symbol("accused")} <span class="words">${label("isTraitorFound")}</span>
            </li>`
          : nothing
      }
    </ul>
    <span class="tools">
      ${sheetButton(scene, "city", scene.say("cards"), symbol("cards"))}
      ${sheetButton(scene, "symbols", scene.say("symbols"), symbol("list"))}
      ${settingsButton(scene)}
    </span>
  </div>`;
}

/** The flux of each domain, and its gems in the Reserve. */
function market(scene: Scene): TemplateResult {
  const { view } = scene;
  const label = (field: string) => scene.label(`AstoriaView.${field}`);
  return html`<div class="market">
    <h3>${label("flux")} <span class="soft">· ${label("reserve")}</span></h3>
    <ul class="cells" aria-label="${label("flux")}, ${label("reserve")}">
      ${DOMAINS.map((domain) => {
        const count = countOf(view.reserve, domain);
        const flux = scene.flux(domain);
        return html`<li
          class="cell of-${domain} ${count === 0 ? "empty" : ""}"
          data-place="reserve:${domain}"
        >
          <span class="visually-hidden"
            >${scene.say("fluxOf", { domain: scene.name(domain), flux, count })}</span
          >
          <b class="flux" aria-hidden="true">${flux}</b>
          ${gem(domain)}
          <span class="left" aria-hidden="true">×${count}</span>
          ${spot(scene, `reserve:${domain}`)}
        </li>`;
      })}
    </ul>
  </div>`;
}

/** The piles of artefacts, and the invasion cards. */
function piles(scene: Scene): TemplateResult {
  const { view } = scene;
  const seen = view.lookedAt.length;
  // What the viewer has looked at is not among the cards of the deck.
  const deck = view.deck.length + view.lookedAt.filter(({ card }) => card !== null).length;
  return html`<div class="piles">
    <h3>${scene.label("AstoriaView.piles")}</h3>
    <ul class="backs">
      ${view.piles.map(({ size, backs }, place) => {
        const target = `pile:${place + 1}` as const;
        const top = backs[0] ?? null;
        const words = scene.say("pileOf", {
          number: place + 1,
          count: size,
          domain: top === null ? scene.say("unknown") : scene.name(top),
        });
        return html`<li class="pile ${size === 0 ? "empty" : ""}" data-place=${target}>
          <span class="visually-hidden">${words}</span>
          ${size === 0 ? nothing : back(top)} <b aria-hidden="true">${size}</b>
          ${spot(scene, target)}
        </li>`;
      })}
      <li class="pile invasions" data-place="city:deck">
        <span class="visually-hidden"
          >${scene.labelled(scene.label("AstoriaView.deck"), deck)}${
            seen > 0 ? `, ${scene.labelled(scene.label("AstoriaView.lookedAt"), seen)}` : ""
          }</span
        >
        <span class="back deck" aria-hidden="true">${symbol("invasion")}</span>
        <b aria-hidden="true">${deck}</b>
        ${
          seen > 0
            ? html`<span class="seen" aria-hidden="true">${symbol("lookedAt")}${seen}</span>`
            : nothing
        }
        ${spot(scene, "city:deck")}
      </li>
    </ul>
  </div>`;
}

/** The invasion card of the round, and the chiefs in the field. */
function field(scene: Scene): TemplateResult {
  const { view } = scene;
  const { chief: meant } = view;
  return html`<div class="field">
    <h3>${scene.say("besiegers")}</h3>
    <ul class="invasion-cards">
      ${
        view.current === null
          ? nothing
          : html`<li class="current" data-place="current">
              <span class="visually-hidden">${scene.label("AstoriaView.current")}</span>
              ${keyed(view.current, invasionFace(scene, view.current))}
              ${about(scene, view.current, "current")}
            </li>`
      }
      ${repeat(
        view.chiefs,
        (chief) => chief,
        (chief) => {
          const { chief: figures } = INVASIONS[chief];
          const isMeant = meant === chief;
          return html`<li
            class="camp of-${figures?.malefice ?? "none"} ${isMeant ? "meant" : ""}"
            data-place="chief:${chief}"
          >
            <span class="banner" aria-hidden="true">${symbol("chief")}</span>
            <b>${symbol("strength")}${figures?.strength ?? 0}</b>
            <span class="visually-hidden"
              >${scene.name(chief)}${isMeant ? `, ${scene.label("AstoriaView.chief")}` : ""}</span
            >
            ${spot(scene, `chief:${chief}`)}
          </li>`;
        },
      )}
    </ul>
  </div>`;
}

/** The guard room, and the palace behind it. */
function room(scene: Scene): TemplateResult {
  const { view } = scene;
  const { guardOf } = view;
  return html`<div class="room">
    <h3>${scene.say("guardRoom")}</h3>
    <ul class="guards">
      ${view.mages.map(({ seat, guards, domain }) => {
        const isOwn = seat === scene.own?.seat;
        if (guards === 0 && !isOwn) return nothing;
        const isHit = guardOf === seat;
        const words = scene.labelled(scene.place(`guards:${seat}`), guards);
        return html`<li
          class="post of-${domain} ${isHit ? "meant" : ""} ${guards === 0 ? "empty" : ""}"
          data-place="guards:${seat}"
          data-tip=${words}
        >
          ${symbol("guard")}<b aria-hidden="true">${guards}</b>
          <span class="visually-hidden"
            >${words}${isHit ? `, ${scene.label("AstoriaView.guardOf")}` : ""}</span
          >
          ${spot(scene, `guards:${seat}`)}
        </li>`;
      })}
      <li class="post palace" data-place="city:palace">
        ${symbol("palace")}<span class="visually-hidden">${scene.say("palace")}</span>
        ${spot(scene, "city:palace")}
      </li>
    </ul>
    ${defence(scene)}
  </div>`;
}

/** Who defends the palace, and with what. */
function defence(scene: Scene): Drawn {
  const { defenders, defence } = scene.view;
  if (defenders.length === 0 && defence.length === 0) return nothing;
  return html`<p class="defence">
    <span class="soft">${scene.label("AstoriaView.defenders")}</span>
    ${defenders.map((seat) => scene.seat(seat)).join(", ")}
    ${defence.map(
      ({ domain, count }) =>
        html`<span class="some" data-tip=${scene.labelled(scene.name(domain), count)}
          >${gem(domain)}<span class="visually-hidden">${scene.name(domain)}</span
          ><b>${count}</b></span
        >`,
    )}
  </p>`;
}

// The dialogs: a card or a place, a mage's side, the cards of the city, and what the symbols mean.
import { dialog as frame, entry } from "@gueridon/board/dialog.ts";
import { withTerms } from "@gueridon/board/terms.ts";
import { html, nothing, type TemplateResult } from "lit";
import { explained, idAt } from "./explained.ts";
import { faceOf, mini, objectiveFace, threatOf } from "./face.ts";
import { ARTEFACTS, CHARACTERS, DOMAINS, INVASIONS } from "./generated-cards.ts";
import type { AstoriaInvasion, AstoriaMage } from "./generated.ts";
import { gem, gems } from "./gems.ts";
import type { Question, Scene } from "./scene.ts";
import { symbol, type Symbol } from "./symbols.ts";
import type { Word } from "./words.ts";

type Drawn = TemplateResult | typeof nothing;

/** The dialog for a question; the element opens it once it is rendered. */
export function dialog(scene: Scene, question: Question, closed: () => void): TemplateResult {
  return frame(scene, title(scene, question), content(scene, question), closed);
}

function title(scene: Scene, question: Question): string {
  if ("about" in question) return explained(scene, question.about).title;
  if ("player" in question) return scene.seat(question.player);
  return scene.say(question.sheet === "city" ? "cards" : "symbols");
}

function content(scene: Scene, question: Question): Drawn {
  if ("about" in question) return described(scene, question.about);
  if ("player" in question) return player(scene, question.player);
  return question.sheet === "city" ? cards(scene) : symbols(scene);
}

/** A card large or a place, its text, and why it cannot be chosen. */
function described(scene: Scene, target: string): TemplateResult {
  const id = idAt(target);
  const isCard = [ARTEFACTS, CHARACTERS, INVASIONS].some((cards) => Object.hasOwn(cards, id));
  const isRole = scene.parts.catalogue.get(id)?.kind === "role";
  const isGem = DOMAINS.some((domain) => domain === id);
  const { texts } = explained(scene, target);
  const unsourced = scene.parts.catalogue.get(id)?.reconstructed ?? [];
  return html`<div class="described">
    ${isCard || isRole ? html`<div class="large">${faceOf(scene, id)}</div>` : nothing}
    ${
      isGem
        ? html`<div class="large stone">
            ${DOMAINS.filter((domain) => domain === id).map((domain) => gem(domain))}
          </div>`
        : nothing
    }
    ${texts.map((text) => html`<p>${withTerms(scene.parts.glossary, text)}</p>`)}
    ${unsourced.length > 0 ? html`<p class="soft">${scene.say("reconstructed")}</p>` : nothing}
  </div>`;
}

/** Everything that is known of a mage. */
function player(scene: Scene, seat: number): Drawn {
  const mage = scene.view.mages.find((one) => one.seat === seat);
  if (!mage) return nothing;
  const label = (field: string) => scene.label(`AstoriaMage.${field}`);
  return html`<div class="described">
      <div class="large">${objectiveFace(scene, mage.objective)}</div>
      <p>${aim(scene, mage)}</p>
      ${mage.isExiled ? html`<p>${label("isExiled")}. ${scene.say("aboutExile")}</p>` : nothing}
      ${
        mage.cleared.length > 0
          ? html`<p>
              ${scene.labelled(
                label("cleared"),
                mage.cleared.map((one) => scene.name(one)).join(", "),
              )}
            </p>`
          : nothing
      }
    </div>
    <dl>
      ${entry(label("domain"), html`${gem(mage.domain)} ${scene.name(mage.domain)}. ${scene.text(mage.domain)}`)}
      ${
        mage.role === null
          ? nothing
          : entry(label("role"), `${scene.name(mage.role)}. ${scene.text(mage.role)}`)
      }
      ${entry(label("power"), mage.power)}
      ${entry(label("stock"), gems(scene, mage.stock, label("stock")))}
      ${entry(
        label("flask"),
        mage.hasFlask ? gems(scene, mage.flask, label("flask")) : scene.say("noFlask"),
      )}
      ${entry(label("guards"), mage.guards)}
      ${entry(label("chiefs"), mage.chiefs.map((one) => scene.name(one)).join(", ") || scene.say("nothing"))}
      ${entry(label("hand"), hand(scene, mage))} ${entry(label("started"), started(scene, mage))}
      ${entry(label("cards"), finished(scene, mage))}
      ${mage.toReady > 0 ? entry(label("toReady"), mage.toReady) : nothing}
    </dl>`;
}

function aim(scene: Scene, { objective, isRevealed }: AstoriaMage): string {
  if (objective === null) return scene.say("secretObjective");
  const known = isRevealed ? ` ${scene.label("AstoriaMage.isRevealed")}.` : "";
  return `${scene.text(objective)}${known}`;
}

function hand(scene: Scene, { hand: held }: AstoriaMage): TemplateResult | string {
  if (held.length === 0) return scene.say("nothing");
  return html`<ul class="card-list">
    ${held.map(
      ({ back: domain, artefact }) =>
        html`<li>
          ${artefact === null ? gem(domain) : mini(artefact, null, false)}
          ${artefact === null ? scene.say("backOf", { domain: scene.name(domain) }) : scene.name(artefact)}
        </li>`,
    )}
  </ul>`;
}

function started(scene: Scene, { started: found }: AstoriaMage): TemplateResult | string {
  if (found.length === 0) return scene.say("nothing");
  const missing = scene.label("AstoriaStarted.missing");
  const placed = scene.label("AstoriaStarted.gems");
  return html`<ul class="card-list">
    ${found.map(
      ({ artefact, gems: on, missing: left }) =>
        html`<li>
          ${mini(artefact, on, false)} ${scene.name(artefact)}
          <span class="soft" aria-hidden="true">${placed}</span> ${gems(scene, on, placed)}
          <span class="soft" aria-hidden="true">${missing}</span> ${gems(scene, left, missing)}
        </li>`,
    )}
  </ul>`;
}

function finished(scene: Scene, { cards: found }: AstoriaMage): TemplateResult {
  return html`<ul class="card-list">
    ${found.map(
      ({ card, isTilted }) =>
        html`<li>
          ${mini(card, null, isTilted)}
          ${scene.name(card)}${isTilted ? ` (${scene.label("AstoriaFinished.isTilted")})` : ""}
        </li>`,
    )}
  </ul>`;
}

/** The cards of the city, as far as they are known, and the variants. */
function cards(scene: Scene): TemplateResult {
  const { view } = scene;
  const label = (field: string) => scene.label(`AstoriaView.${field}`);
  const names = (ids: readonly string[]) =>
    ids.map((id) => scene.name(id)).join(", ") || scene.say("nothing");
  return html`<dl>
    ${entry(label("objectivesInPlay"), names(view.objectivesInPlay))}
    ${view.undealtObjectives === null ? nothing : entry(label("undealtObjectives"), names(view.undealtObjectives))}
    ${view.rolesLeft.length > 0 ? entry(label("rolesLeft"), names(view.rolesLeft)) : nothing}
    ${view.current === null ? nothing : entry(label("current"), invasions(scene, [view.current]))}
    ${view.lookedAt.length === 0 ? nothing : entry(label("lookedAt"), lookedAt(scene))}
    ${entry(label("deck"), invasions(scene, view.deck))}
    ${entry(label("discard"), invasions(scene, view.discard))}
    ${entry(
      label("piles"),
      html`<ol class="card-list">
        ${view.piles.map(
          ({ size, backs }) =>
            html`<li>
              ${scene.say("cardsIn", { count: size })}
              ${backs.length > 0 ? `(${names(backs)})` : nothing}
            </li>`,
        )}
      </ol>`,
    )}
    ${view.undealt === null ? nothing : entry(label("undealt"), names(view.undealt))}
    ${entry(label("options"), options(scene))}
  </dl>`;
}

function invasions(scene: Scene, found: readonly AstoriaInvasion[]): TemplateResult | string {
  if (found.length === 0) return scene.say("nothing");
  return html`<ul class="card-list">
    ${found.map(
      (card) =>
        html`<li>${symbol(threatOf(card))} <b>${scene.name(card)}</b> ${scene.text(card)}</li>`,
    )}
  </ul>`;
}

function lookedAt(scene: Scene): TemplateResult {
  return html`<ol class="card-list">
    ${scene.view.lookedAt.map(
      ({ depth, seats, card }) =>
        html`<li>
          ${card === null ? scene.say("secret") : `${scene.name(card)}. ${scene.text(card)}`}
          <span class="soft"
            >(${scene.say("under", { count: depth })},
            ${scene.labelled(
              scene.label("AstoriaPlace.seats"),
              seats.map((seat) => scene.seat(seat)).join(", "),
            )})</span
          >
        </li>`,
    )}
  </ol>`;
}

/** The variant, and the points that the rulebook leaves open. */
function options(scene: Scene): TemplateResult {
  const { options: chosen } = scene.view;
  const name = (field: string) => scene.label(`AstoriaTableOptions.${field}`);
  const is = (field: string, isOn: boolean) => ({
    field,
    value: scene.say(isOn ? "yes" : "no"),
  });
  const rows: readonly { readonly field: string; readonly value: string | number }[] = [
    is("grandAlchemist", chosen.grandAlchemist),
    {
      field: "roleAssignment",
      value: scene.label(`AstoriaRoleAssignment.${chosen.roleAssignment}`),
    },
    { field: "fullHealth", value: chosen.fullHealth },
    { field: "kingCureCheck", value: scene.label(`AstoriaCureCheck.${chosen.kingCureCheck}`) },
    is("revealedTraitorHealsKing", chosen.revealedTraitorHealsKing),
    { field: "forceFloor", value: chosen.forceFloor },
    {
      field: "poolBeforeFight",
      value: scene.label(`AstoriaPoolBeforeFight.${chosen.poolBeforeFight}`),
    },
    is("reshuffleInvasion", chosen.reshuffleInvasion),
    { field: "killedGuardGem", value: scene.label(`AstoriaGuardGem.${chosen.killedGuardGem}`) },
    is("mayEndTurnEarly", chosen.mayEndTurnEarly),
    is("flasksForAll", chosen.flasksForAll),
    { field: "tieBreak", value: scene.label(`AstoriaTieBreak.${chosen.tieBreak}`) },
    { field: "roundLimit", value: chosen.roundLimit },
  ];
  return html`<ul>
    ${rows.map(({ field, value }) => html`<li>${scene.labelled(name(field), value)}</li>`)}
  </ul>`;
}

/** What each symbol stands for. */
function symbols(scene: Scene): TemplateResult {
  const meanings: readonly (readonly [Symbol, Word])[] = [
    ["king", "keyKing"],
    ["dragon", "keyDragon"],
    ["populace", "keyPopulace"],
    ["barbarians", "keyBarbarians"],
    ["agitation", "keyAgitation"],
    ["reinforcements", "keyReinforcements"],
    ["power", "keyPower"],
    ["glyph", "keyGlyph"],
    ["action", "keyAction"],
    ["stock", "keyStock"],
    ["flask", "keyFlask"],
    ["tilted", "keyTilted"],
    ["straighten", "keyStraighten"],
    ["guard", "keyGuard"],
    ["defender", "keyDefender"],
    ["chief", "keyChief"],
    ["strength", "keyStrength"],
    ["exile", "keyExile"],
    ["lookedAt", "keyLookedAt"],
    ["first", "keyFirst"],
    ["turn", "keyTurn"],
    ["turns", "keyTurns"],
    ["round", "keyRound"],
  ];
  return html`<ul class="facts">
      ${DOMAINS.map(
        (domain) =>
          html`<li>
            ${gem(domain)} <b>${scene.name(domain)}</b>
            ${scene.text(domain)}
          </li>`,
      )}
      ${meanings.map(([id, word]) => html`<li>${symbol(id)} ${scene.say(word)}</li>`)}
    </ul>
    <p class="soft">${scene.say("credits")}</p>`;
}

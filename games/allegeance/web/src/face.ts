// The faces of cards: partisans and chiefs in the arms of their guild, Allegiances under its seal.
import { html, nothing, type TemplateResult } from "lit";
import type { AllegeanceCard, AllegeanceOath } from "./generated.ts";
import { GUILDS, OATHS } from "./generated-cards.ts";
import { guildOf, isChief } from "./heraldry.ts";
import type { Scene } from "./scene.ts";
import { symbol } from "./symbols.ts";

type Drawn = TemplateResult | typeof nothing;

/** A card of the main pile. `more` is drawn over it: how many there are, buttons. */
export function cardFace(
  scene: Scene,
  card: AllegeanceCard,
  more: Drawn = nothing,
): TemplateResult {
  const guild = guildOf(card);
  const chief = isChief(card);
  const gems = guild === null || chief ? 0 : GUILDS[guild].gems;
  return html`<div class="face ${chief ? "chief" : "partisan"} arms-${guild ?? ""}">
    ${chief ? html`<span class="crest">${symbol("chief")}</span>` : nothing}
    ${
      gems > 0
        ? html`<span class="dowry" aria-hidden="true"
            >${Array.from({ length: gems }, () => symbol("gem"))}</span
          >`
        : nothing
    }
    <span class="charge">${symbol(card)}</span>
    <span class="ribbon">${scene.name(card)}</span>
    ${more}
  </div>`;
}

/** An Allegiance. */
export function oathFace(
  scene: Scene,
  oath: AllegeanceOath,
  more: Drawn = nothing,
): TemplateResult {
  const guild = OATHS[oath] as string | undefined;
  return html`<div class="face oath arms-${guild ?? ""}">
    <span class="charge">${symbol(oath)}</span>
    <span class="seal">${symbol(guild ?? "oath")}</span>
    <span class="ribbon">${scene.name(oath)}</span>
    ${more}
  </div>`;
}

/** A card or an Allegiance, by its id. */
export function faceOf(scene: Scene, id: string, more: Drawn = nothing): TemplateResult {
  return Object.hasOwn(OATHS, id)
    ? oathFace(scene, id as AllegeanceOath, more)
    : cardFace(scene, id as AllegeanceCard, more);
}

/** The back of a card. */
export function cardBack(): TemplateResult {
  return html`<div class="face back"><span class="charge">${symbol("royal")}</span></div>`;
}

/** A card so small that only its arms are seen. */
export function mini(card: AllegeanceCard, isPassing = false): TemplateResult {
  return html`<span
    class="mini arms-${guildOf(card) ?? ""} ${isChief(card) ? "chief" : ""} ${isPassing ? "passing" : ""}"
    >${symbol(isChief(card) ? "chief" : card)}</span
  >`;
}

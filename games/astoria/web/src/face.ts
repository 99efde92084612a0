// The faces of cards: artefacts and characters in the colour of their domain, roles, objectives,
// and invasion cards.
import { html, nothing, type TemplateResult } from "lit";
import { artefactOf, domainOf, glyphsOf, objectOf, slotsOf, sum } from "./cards.ts";
import type { Counted } from "./card-figures.ts";
import { INVASIONS } from "./generated-cards.ts";
import type { AstoriaDomain, AstoriaInvasion } from "./generated.ts";
import { gem } from "./gems.ts";
import type { Scene } from "./scene.ts";
import { symbol } from "./symbols.ts";

type Drawn = TemplateResult | typeof nothing;

/** How a card lies on the table. */
interface Lying {
  /** The gems on it; null where it is finished or still in hand. */
  readonly gems?: readonly Counted[] | null;
  readonly isTilted?: boolean;
  /** What is drawn over it. */
  readonly more?: Drawn;
}

/** An artefact, a character or a role. */
export function cardFace(scene: Scene, card: string, lying: Lying = {}): TemplateResult {
  const { gems = null, isTilted = false, more = nothing } = lying;
  const domain = domainOf(card);
  const needs = artefactOf(card)?.needs ?? [];
  const glyphs = glyphsOf(card);
  const states = [isTilted ? "tilted" : "", gems === null ? "" : "started"];
  return html`<div
    class="face ${domain === null ? "role" : `magic of-${domain}`} ${states.join(" ")}"
    style="--slots:${slotsOf(needs).length}"
  >
    ${
      glyphs > 0
        ? html`<span class="yield" aria-hidden="true">${glyphs}${symbol("glyph")}</span>`
        : nothing
    }
    <span class="charge">${symbol(objectOf(card))}</span>
    ${slots(needs, gems)}
    <span class="ribbon ${/\S{11}/.test(scene.name(card)) ? "long" : ""}">${scene.name(card)}</span>
    ${
      isTilted
        ? html`<span class="turned">${symbol("tilted")}</span
            ><span class="visually-hidden">${scene.label("AstoriaFinished.isTilted")}</span>`
        : nothing
    }
    ${more}
  </div>`;
}

/** The slots of an artefact: those that have a gem first, of each domain. */
function slots(needs: readonly Counted[], gems: readonly Counted[] | null): Drawn {
  if (needs.length === 0) return nothing;
  const left = new Map(gems?.map(({ domain, count }) => [domain, count]));
  const isFilled = (domain: AstoriaDomain) => {
    const count = left.get(domain) ?? 0;
    left.set(domain, count - 1);
    return count > 0;
  };
  return html`<span class="slots" aria-hidden="true"
    >${slotsOf(needs).map(
      (domain) =>
        html`<span class="slot ${isFilled(domain) ? "filled" : ""}">${gem(domain)}</span>`,
    )}</span
  >`;
}

/** A card so small that only its domain and its object are seen, and its gems if it is started. */
export function mini(card: string, gems: readonly Counted[] | null, isTilted: boolean) {
  const needs = sum(artefactOf(card)?.needs ?? []);
  return html`<span
    class="mini of-${domainOf(card) ?? "none"} ${gems === null ? "" : "started"} ${isTilted ? "tilted" : ""}"
    >${symbol(objectOf(card))}${gems === null ? nothing : html`<i>${sum(gems)}/${needs}</i>`}</span
  >`;
}

/** The back of an artefact, which shows its domain; none is known of a pile that nobody has seen. */
export function back(domain: AstoriaDomain | null): TemplateResult {
  return html`<span class="back of-${domain ?? "none"}" aria-hidden="true"
    >${symbol(domain ?? "back")}</span
  >`;
}

/** An objective; null for a secret one. */
export function objectiveFace(scene: Scene, objective: string | null): TemplateResult {
  return html`<div class="face objective">
    <span class="charge">${symbol(objective ?? "secret")}</span>
    <span class="ribbon">${objective === null ? scene.say("secret") : scene.name(objective)}</span>
  </div>`;
}

/** The symbol of an invasion card. */
export function threatOf(card: AstoriaInvasion): string {
  const { hammers, dragon, chief } = INVASIONS[card];
  if (chief !== null) return "chief";
  if (dragon > 0) return hammers > 0 ? "siege" : "wrath";
  return hammers > 0 ? "siege" : "calm";
}

/** An invasion card. */
export function invasionFace(scene: Scene, card: AstoriaInvasion, more: Drawn = nothing) {
  const { hammers, dragon, chief } = INVASIONS[card];
  return html`<div class="face invasion ${chief === null ? "" : `of-${chief.malefice}`}">
    <span class="charge">${symbol(threatOf(card))}</span>
    ${
      chief === null
        ? nothing
        : html`<span class="strength" aria-hidden="true"
              >${symbol("strength")}${chief.strength}</span
            ><span class="curse">${gem(chief.malefice)}</span>`
    }
    <span class="omens" aria-hidden="true"
      >${Array.from({ length: hammers }, () => symbol("reinforcements"))}${Array.from(
        { length: dragon },
        () => symbol("dragon"),
      )}</span
    >
    <span class="ribbon">${scene.name(card)}</span>
    ${more}
  </div>`;
}

/** Any card by its id. */
export function faceOf(scene: Scene, id: string): TemplateResult {
  return Object.hasOwn(INVASIONS, id)
    ? invasionFace(scene, id as AstoriaInvasion)
    : cardFace(scene, id);
}

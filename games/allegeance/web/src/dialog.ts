// The dialogs: a card or a guild large, a player's side, the piles, and what the symbols mean.
import { dialog as frame, entry } from "@gueridon/board/dialog.ts";
import { withTerms } from "@gueridon/board/terms.ts";
import { html, nothing, type TemplateResult } from "lit";
import { faceOf, mini } from "./face.ts";
import { GEMS, GUILDS } from "./generated-cards.ts";
import type { AllegeanceCards, AllegeanceGems, AllegeanceGuild } from "./generated.ts";
import { guildOf, inOrder } from "./heraldry.ts";
import { powerState, whyNoPlay } from "./power.ts";
import type { Question, Scene } from "./scene.ts";
import { figure, symbol, type Symbol } from "./symbols.ts";
import type { Word } from "./words.ts";

type Drawn = TemplateResult | typeof nothing;

/** The dialog for a question; the element opens it once it is rendered. */
export function dialog(scene: Scene, question: Question, closed: () => void): TemplateResult {
  return frame(scene, title(scene, question), content(scene, question), closed);
}

function content(scene: Scene, question: Question): Drawn {
  if ("about" in question) return described(scene, question.about);
  if ("player" in question) return player(scene, question.player);
  return question.sheet === "piles" ? piles(scene) : symbols(scene);
}

function title(scene: Scene, question: Question): string {
  if ("about" in question) return scene.name(question.about);
  if ("player" in question) return scene.seat(question.player);
  return scene.say(question.sheet);
}

/** A card or a guild: its face large, its text, and how matters stand with it. */
function described(scene: Scene, id: string): TemplateResult {
  const { catalogue } = scene.parts;
  const guild = guildOf(id);
  const entry = catalogue.get(id);
  const why = whyNoPlay(scene, id);
  const more = guild === id ? aboutGuild(scene, guild) : nothing;
  return html`<div class="described">
    <div class="large">${faceOf(scene, id)}</div>
    <p class="text">${withTerms(scene.parts.glossary, scene.text(id))}</p>
    ${why === "" ? nothing : html`<p>${why}</p>`} ${more}
    ${scene.text(id).includes("P.") ? html`<p class="soft">${scene.say("glossary")}</p>` : nothing}
    ${
      entry?.reconstructed && entry.reconstructed.length > 0
        ? html`<p class="soft">${scene.say("reconstructed")}</p>`
        : nothing
    }
  </div>`;
}

function aboutGuild(scene: Scene, guild: AllegeanceGuild): Drawn {
  const inPlay = scene.guild(guild);
  const state = powerState(scene, guild);
  if (inPlay === undefined) return html`<p>${scene.say("notInPlay")}</p>`;
  const { majority, oath, oathStrength } = inPlay;
  const { chief } = GUILDS[guild];
  const held =
    majority === null
      ? scene.say("nobodyLeads")
      : scene.say("leads", { who: scene.seat(majority) });
  return html`<ul class="facts">
    <li>${symbol("majority")} ${held}</li>
    ${state === null || state.words === held ? nothing : html`<li>${symbol("gem")} ${state.words}</li>`}
    <li>${symbol("chief")} ${scene.labelled(scene.name(chief), scene.text(chief))}</li>
    ${
      oath === null
        ? nothing
        : html`<li>
            ${symbol("oath")}
            ${scene.labelled(
              `${scene.name(oath)} (${scene.say("countsAs", { count: oathStrength })})`,
              scene.text(oath),
            )}
          </li>`
    }
  </ul>`;
}

/** Everything that is known of a player. */
function player(scene: Scene, seat: number): Drawn {
  const found = scene.view.players.find((one) => one.seat === seat);
  if (!found) return nothing;
  const label = (field: string) => scene.label(`AllegeancePlayer.${field}`);
  const { hand, known, oath, rejected, offered } = found;
  const names = (ids: readonly string[]) => ids.map((id) => scene.name(id)).join(", ");
  return html`<dl>
    <dt>${label("gems")}</dt>
    <dd>
      ${found.gems}${found.gemCards.length > 0 ? html` – ${gemList(scene, found.gemCards)}` : nothing}
    </dd>
    <dt>${label("handSize")}</dt>
    <dd>${found.handSize}</dd>
    ${hand === null ? nothing : entry(label("hand"), cardList(scene, hand))}
    ${known.length === 0 ? nothing : entry(label("known"), cardList(scene, known))}
    <dt>${scene.name("protection")}</dt>
    <dd>
      ${found.protected ? label("protected") : scene.say("greyProtection")}${
        found.fifthProtection ? `, ${label("fifthProtection")}` : ""
      }
    </dd>
    <dt>${label("oath")}</dt>
    <dd>
      ${oath !== null ? html`${scene.name(oath)} – ${scene.text(oath)}` : found.hasChosen ? scene.say("secret") : scene.say("none")}
    </dd>
    ${offered === null || offered.length === 0 ? nothing : entry(label("offered"), names(offered))}
    ${rejected === null ? nothing : entry(label("rejected"), scene.name(rejected))}
    <dt>${label("sacrificed")}</dt>
    <dd>${found.sacrificed}</dd>
  </dl>`;
}

/** The piles, as far as they are known, and the variants. */
function piles(scene: Scene): TemplateResult {
  const { view } = scene;
  const label = (field: string) => scene.label(`AllegeanceView.${field}`);
  const { options } = view;
  const variant = (name: string, isOn: boolean) =>
    isOn ? [scene.label(`AllegeanceTableOptions.${name}`)] : [];
  const variants = [
    ...variant("draft", options.draft),
    ...variant("randomGuilds", options.randomGuilds),
    ...variant("cappedDiplomats", options.cappedDiplomats),
    ...variant("dearProtection", options.dearProtection),
    ...(options.first === null
      ? []
      : [scene.labelled(scene.label("AllegeanceTableOptions.first"), scene.seat(options.first))]),
  ];
  const none = scene.say("none");
  return html`<dl>
    ${entry(label("discard"), view.discard.length > 0 ? cardList(scene, view.discard) : none)}
    ${view.deck === null ? nothing : entry(label("deck"), cardList(scene, view.deck))}
    ${
      view.underDeck.length === 0
        ? nothing
        : entry(
            label("underDeck"),
            html`<ul class="card-list">
              ${view.underDeck.map(
                ({ depth, card }) =>
                  html`<li>
                    ${card === null ? scene.say("secret") : html`${mini(card)} ${scene.name(card)}`}
                    <span class="soft">(${scene.say("under", { count: depth })})</span>
                  </li>`,
              )}
            </ul>`,
          )
    }
    ${entry(label("gemDiscard"), view.gemDiscard.length > 0 ? gemList(scene, view.gemDiscard) : none)}
    ${
      view.unclaimed === null
        ? nothing
        : entry(label("unclaimed"), view.unclaimed.map((id) => scene.name(id)).join(", ") || none)
    }
    ${view.copiedLimit === null ? nothing : entry(label("copiedLimit"), String(view.copiedLimit))}
    ${entry(label("options"), variants.length > 0 ? variants.join(", ") : none)}
  </dl>`;
}

/** What each symbol stands for. */
function symbols(scene: Scene): TemplateResult {
  const meanings: readonly (readonly [Symbol, Word])[] = [
    ["majority", "keyMajority"],
    ["list", "keyList"],
    ["gem", "keyGem"],
    ["spent", "keySpent"],
    ["hand", "keyHand"],
    ["play", "keyPlay"],
    ["protection", "keyProtection"],
    ["oath", "keyOath"],
    ["chief", "keyChief"],
    ["royal", "keyRoyal"],
    ["independent", "keyIndependent"],
    ["none", "keyNone"],
    ["deck", "keyDeck"],
    ["discard", "keyDiscard"],
    ["round", "keyRound"],
    ["first", "keyFirst"],
    ["sacrificed", "keySacrificed"],
    ["passing", "keyPassing"],
    ["aim", "keyAim"],
  ];
  return html`<ul class="facts">
      ${meanings.map(([id, word]) => html`<li>${symbol(id)} ${scene.say(word)}</li>`)}
    </ul>
    <p class="soft">${scene.say("credits")}</p>`;
}

function cardList(scene: Scene, cards: readonly AllegeanceCards[]): TemplateResult {
  return html`<ul class="card-list">
    ${inOrder(cards).map(
      ({ card, count }) =>
        html`<li>${mini(card)} ${scene.name(card)}${count > 1 ? html` ×${count}` : nothing}</li>`,
    )}
  </ul>`;
}

function gemList(scene: Scene, gems: readonly AllegeanceGems[]): TemplateResult {
  return html`${gems.map(
    ({ gem, count }) =>
      html`<span class="gem-card"
        >${figure("gem", GEMS[gem], scene.name(gem))}${count > 1 ? html` ×${count}` : nothing}</span
      > `,
  )}`;
}

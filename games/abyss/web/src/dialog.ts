// The dialogs: a card or a place, a player's side, what is set aside, and what the symbols mean.
import { dialog as frame, entry } from "@gueridon/board/dialog.ts";
import { withTerms } from "@gueridon/board/terms.ts";
import { html, nothing, type TemplateResult } from "lit";
import { cardList } from "./card-list.ts";
import { explained, idAt } from "./explained.ts";
import { faceOf, isLord, mini } from "./face.ts";
import { figuresOf, RACES, valueOf } from "./figures.ts";
import type { AbyssCards, AbyssLord, AbyssPlayer } from "./generated.ts";
import { looted } from "./kraken.ts";
import { stats } from "./player.ts";
import type { Question, Scene } from "./scene.ts";
import { isDiscardOpen } from "./steps.ts";
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
  return scene.say(question.sheet === "aside" ? "setAside" : "symbols");
}

function content(scene: Scene, question: Question): Drawn {
  if ("about" in question) return described(scene, question.about);
  if ("player" in question) return player(scene, question.player);
  return question.sheet === "aside" ? aside(scene) : symbols(scene);
}

/** A card large or a place, its text, and why it cannot be chosen. */
function described(scene: Scene, target: string): TemplateResult {
  const id = idAt(scene, target);
  const kind = scene.parts.catalogue.get(id)?.kind ?? "";
  const isCard = ["lord", "location", "ally", "monster"].includes(kind);
  const { texts } = explained(scene, target);
  const unsourced = scene.parts.catalogue.get(id)?.reconstructed ?? [];
  const stack = scene.view.council.find(({ race }) => target === `stack:${race}`);
  return html`<div class="described">
    ${isCard ? html`<div class="large">${faceOf(scene, id)}</div>` : nothing}
    ${texts.map((text) => html`<p>${withTerms(scene.parts.glossary, text)}</p>`)}
    ${isLord(id) ? lordFacts(scene, id) : nothing}
    ${stack?.cards ? cardList(scene, stack.cards) : nothing}
    ${unsourced.length > 0 ? html`<p class="soft">${scene.say("unsourced", { what: unsourced.join(", ") })}</p>` : nothing}
  </div>`;
}

function lordFacts(scene: Scene, lord: AbyssLord): Drawn {
  const figures = figuresOf(lord);
  if (figures === undefined) return nothing;
  const { guild, cost: value, races, required, keys, points, arrow } = figures;
  return html`<ul class="facts">
    <li class="guild-${guild}">${symbol(guild)} ${scene.name(guild)}</li>
    <li>
      ${symbol(required ?? "any")}
      ${
        required === null
          ? scene.say("cost", { value, races })
          : scene.say("costWith", { value, races, race: scene.name(required) })
      }
    </li>
    <li>${symbol("point")} ${scene.say("points", { count: points })}</li>
    ${keys > 0 ? html`<li>${symbol("key")} ${scene.say("keys", { count: keys })}</li>` : nothing}
    ${arrow ? html`<li>${symbol("once")} ${scene.say("once")}</li>` : nothing}
  </ul>`;
}

/** Everything that is known of a player. */
function player(scene: Scene, seat: number): Drawn {
  const found = scene.view.players.find((one) => one.seat === seat);
  if (!found) return nothing;
  const label = (field: string) => scene.label(`AbyssPlayer.${field}`);
  const { hand, chosen, affiliated, lords, locations } = found;
  const cards = (name: string, held: readonly AbyssCards[] | null) =>
    held === null || held.length === 0 ? nothing : entry(name, cardList(scene, held));
  return html`${stats(scene, found)}
    <dl>
      ${entry(
        label("lords"),
        lords.length === 0
          ? scene.say("none")
          : html`<ul class="held">
              ${lords.map((one) => html`<li>${held(scene, one)}</li>`)}
            </ul>`,
      )}
      ${entry(
        label("locations"),
        locations.length === 0
          ? scene.say("none")
          : html`<ul class="held">
              ${locations.map(
                (id) =>
                  html`<li>
                    ${mini(id)} <span><b>${scene.name(id)}</b> ${scene.text(id)}</span>
                  </li>`,
              )}
            </ul>`,
      )}
      ${cards(label("affiliated"), affiliated)} ${cards(label("hand"), hand)}
      ${cards(label("chosen"), chosen)} ${monsters(scene, found)}
    </dl>`;
}

function held(scene: Scene, { lord, place, location }: AbyssPlayer["lords"][number]) {
  const where =
    location === null
      ? place === "FREE"
        ? ""
        : `(${scene.label(`AbyssPlace.${place}`)})`
      : `(${scene.name(location)})`;
  return html`${mini(lord)}
    <span><b>${scene.name(lord)}</b> <span class="soft">${where}</span> ${scene.text(lord)}</span>`;
}

function monsters(scene: Scene, { monsterTokens }: AbyssPlayer): Drawn {
  if (monsterTokens.length === 0) return nothing;
  const name = scene.label("AbyssPlayer.monsterTokens");
  return entry(
    name,
    monsterTokens
      .map(({ token }) => (token === null ? scene.say("secret") : String(valueOf(token))))
      .join(", "),
  );
}

/** The variants, what is out of the game, and piles once they are visible. */
function aside(scene: Scene): TemplateResult {
  const { view } = scene;
  const label = (field: string) => scene.label(`AbyssView.${field}`);
  const { options, kraken } = view;
  const variants = [
    ...(options.kraken ? [scene.label("AbyssTableOptions.kraken")] : []),
    ...(options.returnBlackSmokers ? [scene.label("AbyssTableOptions.returnBlackSmokers")] : []),
  ];
  const none = scene.say("none");
  const named = (ids: readonly string[]) =>
    ids.length === 0
      ? none
      : html`<ul class="card-list">
          ${ids.map((id) => html`<li>${mini(id)} ${scene.name(id)}</li>`)}
        </ul>`;
  return html`<dl>
    ${entry(label("options"), variants.length > 0 ? variants.join(", ") : none)}
    ${entry(label("usedPowers"), named(view.usedPowers))}
    ${entry(label("lordsOut"), named(view.lordsOut))}
    ${entry(label("locationsOut"), named(view.locationsOut))}
    ${view.deck ? entry(label("deck"), cardList(scene, view.deck)) : nothing}
    ${view.discard && !isDiscardOpen(view) ? entry(label("discard"), cardList(scene, view.discard)) : nothing}
    ${
      view.tokenPool
        ? entry(
            label("tokenPool"),
            html`<ul class="card-list">
              ${view.tokenPool.map(
                ({ token, count }) => html`<li>${mini(token)} ${scene.name(token)} ×${count}</li>`,
              )}
            </ul>`,
          )
        : nothing
    }
    ${
      kraken === null
        ? nothing
        : entry(
            scene.label("AbyssKrakenView.lootOut"),
            kraken.lootOut.length === 0
              ? none
              : html`<ul class="card-list">
                  ${kraken.lootOut.map(({ loot, count }) => looted(scene, loot, "out", count))}
                </ul>`,
          )
    }
  </dl>`;
}

/** What each symbol stands for. */
function symbols(scene: Scene): TemplateResult {
  const meanings: readonly (readonly [Symbol, Word])[] = [
    ["pearl", "keyPearl"],
    ["nebulis", "keyNebulis"],
    ["key", "keyKey"],
    ["point", "keyPoint"],
    ["any", "keyAny"],
    ["once", "once"],
    ["monster", "keyMonster"],
    ["kraken", "keyKraken"],
    ["sentinel", "keySentinel"],
    ["loot", "keyLoot"],
    ["hand", "keyHand"],
    ["lord", "keyLord"],
    ["turn", "keyTurn"],
    ["bought", "keyBought"],
    ["again", "keyAgain"],
    ["power", "keyPower"],
    ["ending", "keyEnding"],
    ["discard", "keyDiscard"],
    ["claim", "keyClaim"],
    ["receive", "keyReceive"],
    ["search", "keySearch"],
  ];
  const guilds = [...scene.parts.catalogue.values()].filter(({ kind }) => kind === "guild");
  return html`<ul class="facts">
      ${RACES.map((race) => html`<li class="of-${race}">${symbol(race)} ${scene.name(race)}</li>`)}
      ${guilds.map(({ key, name }) => html`<li class="guild-${key}">${symbol(key)} ${name}</li>`)}
      ${meanings.map(([id, word]) => html`<li>${symbol(id)} ${scene.say(word)}</li>`)}
    </ul>
    <p class="soft">${scene.say("credits")}</p>`;
}

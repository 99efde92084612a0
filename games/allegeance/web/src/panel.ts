// The action panel: every step can be reached here in words, with what it costs.
import { html, nothing, type TemplateResult } from "lit";
import type { Choice } from "@gueridon/board/choices.ts";
import { asked, panel } from "@gueridon/board/panel.ts";
import { GUILDS } from "./generated-cards.ts";
import { isChief, guildOf } from "./heraldry.ts";
import type { Scene } from "./scene.ts";
import type { Kind, Offer } from "./steps.ts";
import { symbol } from "./symbols.ts";

/** What brings a turn or a question to its end. */
const LAST: readonly (Kind | null)[] = ["endTurn", "refill", "decline", "allow"];

/** The panel. */
export function actions(scene: Scene): TemplateResult {
  const { toAct, question } = scene.view;
  const what = scene.label(`AllegeanceQuestion.${question}`);
  return panel(scene, {
    last: LAST,
    above: html`${asked(scene, toAct, what)} ${underWay(scene)}`,
    more: (choice) => costAndEffect(scene, choice),
  });
}

/** What a choice costs and brings. */
function costAndEffect(scene: Scene, choice: Choice<Offer>): TemplateResult {
  const [first] = choice.offers;
  // On the way to a step the price was said already; what pays it says it too.
  const isSaid = scene.parts.narrowing.path.length > 0 && choice.next !== null;
  const effect = choice.next === null ? oathText(scene, first) : "";
  const gems = choice.next === null ? dowry(choice) : 0;
  return html`${
    first.cost > 0 && !isSaid
      ? html`<span class="price"
          >${symbol("gem")}<span aria-hidden="true">−${first.cost}</span
          ><span class="visually-hidden">${scene.say("costs", { count: first.cost })}</span></span
        >`
      : nothing
  }
  ${effect === "" ? nothing : html`<small>${effect}</small>`}
  ${
    gems > 0
      ? html`<span class="price"
          >${symbol("gem")}<span aria-hidden="true">+</span
          ><span class="visually-hidden">${scene.say("brings", { count: gems })}</span></span
        >`
      : nothing
  }`;
}

/** What an Allegiance does that is to be kept or put back; empty for any other step. */
function oathText(scene: Scene, { path: [target] }: Offer): string {
  return target?.startsWith("oath:") ? scene.text(target.replace("oath:", "")) : "";
}

/** How many gem cards playing this card brings. */
function dowry({ offers: [{ kind, path }] }: Choice<Offer>): number {
  const card = path[0]?.replace("hand:", "") ?? "";
  const guild = guildOf(card);
  return kind === "play" && guild !== null && !isChief(card) ? GUILDS[guild].gems : 0;
}

/** What is under way: the power that is used, what is left of an Allegiance, a larger refill. */
function underWay(scene: Scene): TemplateResult | typeof nothing {
  const { power, oathUsesLeft, copiedLimit } = scene.view;
  const label = (field: string) => scene.label(`AllegeanceView.${field}`);
  const found = [
    ...(power === null ? [] : [[label("power"), scene.name(power)]]),
    ...(oathUsesLeft === 0 ? [] : [[label("oathUsesLeft"), String(oathUsesLeft)]]),
    ...(copiedLimit === null ? [] : [[label("copiedLimit"), String(copiedLimit)]]),
  ];
  if (found.length === 0) return nothing;
  return html`<ul class="under-way">
    ${found.map(
      ([name, value]) => html`<li><span class="soft">${name}</span> <strong>${value}</strong></li>`,
    )}
  </ul>`;
}

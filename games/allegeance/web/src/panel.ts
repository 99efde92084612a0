// The action panel: every step can be reached here in words, with what it costs.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Choice } from "./choices.ts";
import { GUILDS } from "./generated-cards.ts";
import { isChief, guildOf } from "./heraldry.ts";
import type { Scene } from "./scene.ts";
import type { Kind, Offer, Target } from "./steps.ts";
import { symbol } from "./symbols.ts";

/** What brings a turn or a question to its end. */
const LAST: readonly (Kind | null)[] = ["endTurn", "refill", "decline", "allow"];

/** The panel. The page's skip link leads to its heading, `moves`. */
export function panel(scene: Scene): TemplateResult {
  const { inPanel, composedSteps, prompt, refusal, isUncertain, narrowing } = scene.parts;
  const isNarrowed = narrowing.kind !== null || narrowing.path.length > 0;
  return html`<div class="panel" data-region="panel">
    <h2 id="moves" tabindex="-1">${prompt ?? scene.say("actions")}</h2>
    ${asked(scene)} ${underWay(scene)} ${isNarrowed ? crumbs(scene) : nothing}
    ${refusal === null ? nothing : html`<p class="refusal" role="alert">${refusal}</p>`}
    <div role="status">
      ${isUncertain ? html`<p class="soft">${scene.say("uncertain")}</p>` : nothing}
    </div>
    <div class="bar">
      ${repeat(
        inPanel,
        ({ offers: [first], next }) => `${JSON.stringify(first.move)} ${JSON.stringify(next)}`,
        (choice) => choiceButton(scene, choice),
      )}
      ${isNarrowed ? back(scene) : nothing} ${composedSteps > 0 ? takeBack(scene) : nothing}
    </div>
  </div>`;
}

function choiceButton(scene: Scene, choice: Choice): TemplateResult {
  const [first] = choice.offers;
  const { next } = choice;
  const isLast = next === null && LAST.includes(first.kind);
  const words = next === null ? first.words : closer(scene, choice);
  const isStart = scene.parts.narrowing.path.length === 0;
  const effect = next === null ? oathText(scene, first) : "";
  const gems = next === null ? dowry(choice) : 0;
  return html`<button
    type="button"
    class="do ${isLast ? "last" : ""}"
    data-key="do ${JSON.stringify(next ?? first.move)}"
    aria-disabled=${scene.parts.isInert ? "true" : nothing}
    @click=${() => {
      scene.handlers.chosen(choice);
    }}
  >
    ${words}${next === null ? nothing : html`<span aria-hidden="true"> …</span>`}
    ${
      first.cost > 0 && isStart
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
    }
  </button>`;
}

/** What an Allegiance does that is to be kept or put back; empty for any other step. */
function oathText(scene: Scene, { path: [target] }: Offer): string {
  return target?.startsWith("oath:") ? scene.text(target.replace("oath:", "")) : "";
}

/** How many gem cards playing this card brings. */
function dowry({ offers: [{ kind, path }] }: Choice): number {
  const card = path[0]?.replace("hand:", "") ?? "";
  const guild = guildOf(card);
  return kind === "play" && guild !== null && !isChief(card) ? GUILDS[guild].gems : 0;
}

/** The words of a closer choice: of a kind of step, or of a place. */
function closer(scene: Scene, { offers: [first], next }: Choice): string {
  const { narrowing } = scene.parts;
  if (next?.kind != null && next.kind !== narrowing.kind) return scene.kind(next.kind);
  const target = next?.path.at(-1);
  return target === undefined ? first.words : placeName(scene, target);
}

/** What a place of the board is called. */
export function placeName(scene: Scene, target: Target): string {
  const [sort = "", ...rest] = target.split(":");
  if (sort !== "stack") return scene.name(rest.join(":"));
  const [seat = "", guild = ""] = rest;
  const name = scene.name(guild);
  return Number(seat) === scene.parts.table.seat ? name : `${name} – ${scene.seat(Number(seat))}`;
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

/** What was chosen so far. */
function crumbs(scene: Scene): TemplateResult {
  const { kind, path } = scene.parts.narrowing;
  const names = [
    ...(kind === null ? [] : [scene.kind(kind)]),
    ...path.map((target) => placeName(scene, target)),
  ];
  return html`<ol class="crumbs" aria-label=${scene.say("chosen")}>
    ${names.map((name) => html`<li class="narrowed">${name}</li>`)}
  </ol>`;
}

/** The question to other players; nothing for a player to act, who sees the prompt. */
function asked(scene: Scene): TemplateResult | typeof nothing {
  const { toAct, question } = scene.view;
  const isOwn = toAct.some((seat) => seat === scene.parts.table.seat);
  if (isOwn || toAct.length === 0) return nothing;
  return html`<p class="asked soft">
    ${scene.say("asked", {
      who: toAct.map((seat) => scene.seat(seat)).join(", "),
      what: scene.label(`AllegeanceQuestion.${question}`),
    })}
  </p>`;
}

function quiet(scene: Scene, key: string, words: string, pressed: () => void): TemplateResult {
  return html`<button
    type="button"
    class="quiet"
    data-key=${key}
    aria-disabled=${scene.parts.isBusy ? "true" : nothing}
    @click=${pressed}
  >
    ${words}
  </button>`;
}

function back(scene: Scene): TemplateResult {
  return quiet(scene, "back", scene.say("back"), () => {
    scene.handlers.widened();
  });
}

function takeBack(scene: Scene): TemplateResult {
  const { handlers, composedSteps } = scene.parts;
  return html`${
    composedSteps > 1
      ? quiet(scene, "undo", scene.say("undo"), () => {
          handlers.undone();
        })
      : nothing
  }
  ${quiet(scene, "cancel", scene.say("cancel"), () => {
    handlers.cancelled();
  })}`;
}

// The action panel: every step can be reached here in words.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { Choice } from "./choices.ts";
import type { AnyScene } from "./scene.ts";
import type { Offer } from "./steps.ts";
import { kindsOf, withTerms } from "./terms.ts";

type Drawn = TemplateResult | typeof nothing;

/** What a board adds to its panel. */
export interface PanelParts<O extends Offer> {
  /** The kinds of steps that bring a turn or a question to its end. */
  readonly last: readonly (string | null)[];
  /** What stands above the choices: whom the game waits for, what is under way. */
  readonly above: Drawn;
  /** What a choice costs and brings, behind its words. */
  readonly more: (choice: Choice<O>) => Drawn;
}

/** Above how many choices the list may scroll, and what ends it stands below. */
const FEW = 4;

/** The panel. The page's skip link leads to its heading, `moves`. */
export function panel<O extends Offer>(
  scene: AnyScene<O>,
  { last, above, more }: PanelParts<O>,
): TemplateResult {
  const { inPanel, composedSteps, refusal, isUncertain, narrowing, glossary } = scene.parts;
  const isLast = ({ next, offers: [first] }: Choice<O>) =>
    next === null && last.includes(first.kind);
  const others = inPanel.filter((choice) => !isLast(choice));
  // What ends a turn or a question does not invite to it while there is more to do.
  const isMain = others.length === 0;
  const isNarrowed = narrowing.kind !== null || narrowing.path.length > 0;
  const ways = html`${isNarrowed ? back(scene) : nothing}
  ${composedSteps > 0 ? takeBack(scene) : nothing}`;
  const bar =
    others.length <= FEW
      ? html`<div class="bar choices">${choices(scene, inPanel, isMain, more)} ${ways}</div>`
      : html`<div class="bar choices">${choices(scene, others, false, more)}</div>
          <div class="bar">${choices(scene, inPanel.filter(isLast), false, more)} ${ways}</div>`;
  return html`<div class="panel" data-region="panel">
    <h2 id="moves" tabindex="-1">${withTerms(glossary, heading(scene))}</h2>
    ${above} ${behind(scene)} ${isNarrowed ? crumbs(scene) : nothing}
    ${refusal === null ? nothing : html`<p class="refusal" role="alert">${refusal}</p>`}
    <div role="status">
      ${isUncertain ? html`<p class="soft">${scene.say("uncertain")}</p>` : nothing}
    </div>
    ${bar}
  </div>`;
}

/** What the game asks, or why there is nothing to choose. */
function heading(scene: AnyScene): string {
  const { prompt, inPanel, table } = scene.parts;
  if (inPanel.length > 0) return prompt ?? scene.say("actions");
  const own = table.seats.find(({ number }) => number === table.seat);
  if (!scene.isAtRest && own?.condition === "RESIGNED") return scene.say("resigned");
  if (prompt !== null) return prompt;
  const isEnded = table.status === "OVER" || table.status === "CLOSED";
  return scene.say(isEnded ? "over" : "nothingToChoose");
}

/** Buttons for choices. */
function choices<O extends Offer>(
  scene: AnyScene<O>,
  these: readonly Choice<O>[],
  isMain: boolean,
  more: PanelParts<O>["more"],
): unknown {
  const { glossary, isInert } = scene.parts;
  return repeat(
    these,
    ({ offers: [first], next }) => `${JSON.stringify(first.move)} ${JSON.stringify(next)}`,
    (choice) => {
      const [first] = choice.offers;
      const { next } = choice;
      return html`<button
        type="button"
        class="do ${isMain ? "main" : ""}"
        data-key="do ${JSON.stringify(next ?? first.move)}"
        data-move=${kindsOf(choice.offers)}
        aria-disabled=${isInert ? "true" : nothing}
        @click=${() => {
          scene.handlers.chosen(choice);
        }}
      >
        <span
          >${withTerms(glossary, next === null ? first.words : closer(scene, choice))}${
            next === null ? nothing : html`<span aria-hidden="true"> …</span>`
          }</span
        >
        ${more(choice)}
      </button>`;
    },
  );
}

/** Whom the game waits for, for players who are not asked themselves; nothing for the others. */
export function asked(scene: AnyScene, toAct: readonly number[], what: string): Drawn {
  const isOwn = toAct.some((seat) => seat === scene.parts.table.seat);
  if (isOwn || toAct.length === 0) return nothing;
  return html`<p class="asked soft">
    ${scene.labelled(toAct.map((seat) => scene.seat(seat)).join(", "), what)}
  </p>`;
}

/** How many moves of others are still to be shown, and the way past them. */
function behind(scene: AnyScene): Drawn {
  const { behind: count } = scene.parts;
  if (count === 0) return nothing;
  return html`<p class="behind">
    <button
      type="button"
      class="quiet"
      data-key="skip"
      aria-keyshortcuts="Escape"
      @click=${() => {
        scene.handlers.skipped();
      }}
    >
      <span aria-hidden="true">⏭</span> ${scene.say("skip")}
      <kbd aria-hidden="true">${scene.say("skipKey")}</kbd>
    </button>
    <span class="soft">${scene.say("behind", { count })}</span>
  </p>`;
}

/** The words of a closer choice: of a kind of step, or of a place. */
function closer<O extends Offer>(scene: AnyScene<O>, { offers: [first], next }: Choice<O>): string {
  const { narrowing } = scene.parts;
  if (next?.kind != null && next.kind !== narrowing.kind) return scene.kind(next.kind);
  const target = next?.path.at(-1);
  return target === undefined ? first.words : scene.place(target);
}

/** What was chosen so far. */
function crumbs(scene: AnyScene): TemplateResult {
  const { kind, path } = scene.parts.narrowing;
  const names = [
    ...(kind === null ? [] : [scene.kind(kind)]),
    ...path.map((target) => scene.place(target)),
  ];
  return html`<ol class="crumbs" aria-label=${scene.say("chosen")}>
    ${names.map((name) => html`<li class="narrowed">${name}</li>`)}
  </ol>`;
}

/** The way back from a closer choice. */
function back(scene: AnyScene): TemplateResult {
  return quiet(scene, "back", scene.say("back"), () => {
    scene.handlers.widened();
  });
}

function quiet(scene: AnyScene, key: string, words: string, pressed: () => void): TemplateResult {
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

function takeBack(scene: AnyScene): TemplateResult {
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

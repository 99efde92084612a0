// The dialog: details of a card, or a choice among several steps.
import { html, nothing, type TemplateResult } from "lit";
import { emblem } from "./emblems.ts";
import { figuresOf } from "./figures.ts";
import type { AbyssLord } from "./generated.ts";
import { LORDS } from "./generated-cards.ts";
import { stepButton } from "./buttons.ts";
import type { Question, Scene } from "./scene.ts";
import { withTerms } from "./terms.ts";

/** The dialog for a question; the table element opens it once it is rendered. */
export function dialog(scene: Scene, question: Question, closed: () => void): TemplateResult {
  const title = "about" in question ? scene.name(question.about) : question.name;
  const pressed = (event: Event) => {
    // A click on the backdrop.
    if (event.target === event.currentTarget) (event.currentTarget as HTMLDialogElement).close();
  };
  const left = (event: Event) => {
    // The event of a dialog that was closed may come when the next is open, and is not about that.
    const dialog = event.currentTarget as HTMLDialogElement;
    if (dialog.isConnected && !dialog.open) closed();
  };
  // eslint-disable-next-line lit-a11y/click-events-have-key-events -- Escape closes it too.
  return html`<dialog aria-labelledby="dialog" @close=${left} @click=${pressed}>
    <div class="sheet">
      <h2 id="dialog">${title}</h2>
      ${
        "about" in question
          ? described(scene, question.about)
          : html`<ul class="choices">
              ${scene.at(question.choose).map((offer) => html`<li>${stepButton(scene, offer)}</li>`)}
            </ul>`
      }
      <form method="dialog">
        <button type="submit" class="quiet">${scene.say("close")}</button>
      </form>
    </div>
  </dialog>`;
}

function described(scene: Scene, id: string): TemplateResult {
  const entry = scene.parts.catalogue.get(id);
  const text = scene.text(id);
  return html`${Object.hasOwn(LORDS, id) ? lordFacts(scene, id as AbyssLord) : nothing}
  ${text === "" ? nothing : html`<p class="text">${withTerms(scene.parts.glossary, text)}</p>`}
  ${
    entry?.reconstructed
      ? html`<p class="soft">
          ${scene.say("reconstructed", { what: entry.reconstructed.join(", ") })}
        </p>`
      : nothing
  }`;
}

function lordFacts(scene: Scene, lord: AbyssLord): TemplateResult | typeof nothing {
  const figures = figuresOf(lord);
  if (figures === undefined) return nothing;
  const { guild, cost: value, races, required, keys, points, arrow } = figures;
  return html`<ul class="facts">
    <li>${emblem(guild)} ${scene.name(guild)}</li>
    <li>
      ${
        required === null
          ? scene.say("cost", { value, races })
          : scene.say("costWith", { value, races, race: scene.name(required) })
      }
    </li>
    <li>${emblem("point")} ${scene.say("points", { count: points })}</li>
    ${keys > 0 ? html`<li>${emblem("key")} ${scene.say("keys", { count: keys })}</li>` : nothing}
    ${arrow ? html`<li>${emblem("arrow")} ${scene.say("arrow")}</li>` : nothing}
  </ul>`;
}

// The element of Abyss.
import { Board } from "@gueridon/board/board.ts";
import { settingsButton, sheetButton } from "@gueridon/board/buttons.ts";
import type { SceneParts } from "@gueridon/board/scene.ts";
import type { Happening } from "@gueridon/board/sound-between.ts";
import type { Explanation } from "@gueridon/board/tip.ts";
import { useTypeface } from "@gueridon/board/typeface.ts";
import type { LegalMove } from "@gueridon/element";
import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { council } from "./council.ts";
import { court } from "./court.ts";
import { dialog } from "./dialog.ts";
import { explained } from "./explained.ts";
import { back, faceOf } from "./face.ts";
import { flightsBetween, type Thing } from "./flights.ts";
import { TYPEFACE } from "./generated-art.ts";
import type { AbyssView } from "./generated.ts";
import { happenedBetween } from "./happened.ts";
import { locations } from "./locations.ts";
import { own } from "./own.ts";
import { actions } from "./panel.ts";
import { sides } from "./player.ts";
import { Scene, type Question } from "./scene.ts";
import "./single-card.ts";
import { offersFor, type Offer } from "./steps.ts";
import { FAMILY, styles } from "./styles/all.ts";
import { symbol } from "./symbols.ts";
import { threat } from "./threat.ts";
import { track } from "./track.ts";

useTypeface(FAMILY, TYPEFACE);

/** `<gueridon-abyss>` */
@customElement("gueridon-abyss")
export class AbyssTable extends Board<AbyssView, Offer, Question, Scene, Thing> {
  static override styles = styles;

  protected override offersFor(moves: readonly LegalMove[], view: AbyssView): readonly Offer[] {
    return offersFor(moves, view, this.table.seat);
  }

  protected override sceneOf(parts: SceneParts<AbyssView, Offer, Question>): Scene {
    return new Scene(parts);
  }

  protected override explain(scene: Scene, id: string): Explanation {
    const { title, texts } = explained(scene, id);
    return { title, text: texts.join(" ") };
  }

  protected override flightsBetween(before: AbyssView, after: AbyssView) {
    return flightsBetween(before, after, this.table.seat);
  }

  protected override happenedBetween(before: AbyssView, after: AbyssView): Happening | null {
    return happenedBetween(before, after, this.table.seat);
  }

  protected override traveller(scene: Scene, what: Thing | null): TemplateResult {
    if (what === "pearl") return html`<span class="jewel">${symbol("pearl")}</span>`;
    return what === null ? back("exploration") : faceOf(scene, what);
  }

  protected override dialogFor(
    scene: Scene,
    question: Question,
    closed: () => void,
  ): TemplateResult {
    return dialog(scene, question, closed);
  }

  protected override laid(scene: Scene): TemplateResult {
    const isOver = scene.isAtRest || scene.view.question === "NOTHING";
    return html`<div class="sea">
        <span class="tools">
          ${sheetButton(scene, "aside", scene.say("aside"), symbol("aside"))}
          ${sheetButton(scene, "symbols", scene.say("symbols"), symbol("list"))}
          ${settingsButton(scene)}
        </span>
        ${court(scene)} ${locations(scene)} ${track(scene)} ${council(scene)} ${threat(scene)}
      </div>
      ${sides(scene)}
      <section class="dock ${isOver ? "over" : ""}" aria-label=${scene.say("dock")}>
        ${actions(scene)} ${own(scene)}
      </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-abyss": AbyssTable;
  }
}

// The element of Astoria.
import { Board } from "@gueridon/board/board.ts";
import type { SceneParts } from "@gueridon/board/scene.ts";
import type { Happening } from "@gueridon/board/sound-between.ts";
import type { Explanation } from "@gueridon/board/tip.ts";
import { useTypeface } from "@gueridon/board/typeface.ts";
import type { LegalMove } from "@gueridon/element";
import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { city } from "./city.ts";
import { dialog } from "./dialog.ts";
import { explained } from "./explained.ts";
import { back, faceOf } from "./face.ts";
import { flightsBetween, type Thing } from "./flights.ts";
import { happenedBetween } from "./happened.ts";
import { DOMAINS } from "./generated-cards.ts";
import { TYPEFACE } from "./generated-art.ts";
import type { AstoriaDomain, AstoriaView } from "./generated.ts";
import { gem } from "./gems.ts";
import { mages } from "./mage.ts";
import { own } from "./own.ts";
import { actions } from "./panel.ts";
import { Scene, type Question } from "./scene.ts";
import "./single-card.ts";
import { offersFor, type Offer } from "./steps.ts";
import { FAMILY, styles } from "./styles/all.ts";

// Its figures are of the old style, in which a 1 looks like an I: those of the page are used.
useTypeface(FAMILY, TYPEFACE, "U+0-2F, U+3A-2FF, U+2000-2FFF");

/** `<gueridon-astoria>` */
@customElement("gueridon-astoria")
export class AstoriaTable extends Board<AstoriaView, Offer, Question, Scene, Thing> {
  static override styles = styles;

  protected override offersFor(moves: readonly LegalMove[], view: AstoriaView): readonly Offer[] {
    return offersFor(moves, view, this.table.seat);
  }

  protected override sceneOf(parts: SceneParts<AstoriaView, Offer, Question>): Scene {
    return new Scene(parts);
  }

  protected override explain(scene: Scene, id: string): Explanation {
    const { title, texts } = explained(scene, id);
    return { title, text: texts.join(" ") };
  }

  protected override flightsBetween(before: AstoriaView, after: AstoriaView) {
    return flightsBetween(before, after, this.table.seat);
  }

  protected override happenedBetween(before: AstoriaView, after: AstoriaView): Happening | null {
    return happenedBetween(before, after, this.table.seat);
  }

  protected override traveller(scene: Scene, what: Thing | null): TemplateResult {
    if (what === null) return back(null);
    const isGem = DOMAINS.some((domain) => domain === what);
    return isGem ? gem(what as AstoriaDomain) : faceOf(scene, what);
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
    return html`${city(scene)} ${mages(scene)}
      <section class="dock ${isOver ? "over" : ""}" aria-label=${scene.say("dock")}>
        ${actions(scene)} ${own(scene)}
      </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-astoria": AstoriaTable;
  }
}

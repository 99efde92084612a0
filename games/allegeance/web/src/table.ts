// The element of Allégeance.
import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { Board } from "@gueridon/board/board.ts";
import type { SceneParts } from "@gueridon/board/scene.ts";
import type { Happening } from "@gueridon/board/sound-between.ts";
import type { Explanation } from "@gueridon/board/tip.ts";
import { useTypeface } from "@gueridon/board/typeface.ts";
import type { LegalMove } from "@gueridon/element";
import { dialog } from "./dialog.ts";
import { cardBack, faceOf } from "./face.ts";
import { field } from "./field.ts";
import { flightsBetween, type Thing } from "./flights.ts";
import { happenedBetween } from "./happened.ts";
import type { AllegeanceView } from "./generated.ts";
import { TYPEFACE } from "./generated-art.ts";
import { guildOf } from "./heraldry.ts";
import { hand, tray } from "./hand.ts";
import { actions } from "./panel.ts";
import { powerState, whyNoPlay } from "./power.ts";
import { Scene, type Question } from "./scene.ts";
import "./single-card.ts";
import { offersFor, type Offer } from "./steps.ts";
import { FAMILY, styles } from "./styles/all.ts";
import { supplies } from "./supplies.ts";
import { symbol } from "./symbols.ts";

useTypeface(FAMILY, TYPEFACE);

/** `<gueridon-allegeance>` */
@customElement("gueridon-allegeance")
export class AllegeanceTable extends Board<AllegeanceView, Offer, Question, Scene, Thing> {
  static override styles = styles;

  protected override offersFor(
    moves: readonly LegalMove[],
    view: AllegeanceView,
  ): readonly Offer[] {
    return offersFor(moves, view, this.table.seat);
  }

  protected override sceneOf(parts: SceneParts<AllegeanceView, Offer, Question>): Scene {
    return new Scene(parts);
  }

  protected override explain(scene: Scene, id: string): Explanation {
    const guild = guildOf(id);
    const state = guild === id ? powerState(scene, guild) : null;
    const texts = [scene.text(id), state?.words ?? "", whyNoPlay(scene, id)];
    return { title: scene.name(id), text: texts.filter((text) => text !== "").join(" ") };
  }

  protected override flightsBetween(before: AllegeanceView, after: AllegeanceView) {
    return flightsBetween(before, after, this.table.seat);
  }

  protected override happenedBetween(
    before: AllegeanceView,
    after: AllegeanceView,
  ): Happening | null {
    return happenedBetween(before, after, this.table.seat);
  }

  protected override traveller(scene: Scene, what: Thing | null): TemplateResult {
    if (what === "gem") return html`<span class="jewel">${symbol("gem")}</span>`;
    return what === null ? cardBack() : faceOf(scene, what);
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
    return html`${supplies(scene)} ${field(scene)}
      <section class="dock ${isOver ? "over" : ""}" aria-label=${scene.say("dock")}>
        ${actions(scene)}
        <div class="own-cards strip">${tray(scene)} ${hand(scene)}</div>
      </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-allegeance": AllegeanceTable;
  }
}

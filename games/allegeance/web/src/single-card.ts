// A card of Allégeance by itself, for the page that says how the game is played.
import { css, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { SingleCard } from "@gueridon/board/card-element.ts";
import { faceOf } from "./face.ts";
import type { AllegeanceView } from "./generated.ts";
import { Scene } from "./scene.ts";
import { styles } from "./styles/all.ts";

/** `<gueridon-allegeance-card>` */
@customElement("gueridon-allegeance-card")
export class AllegeanceCardElement extends SingleCard {
  static override styles = [
    ...styles,
    css`
      :host {
        --w: 8.5rem;
      }
    `,
  ];

  protected override face(): TemplateResult {
    // Faces read names alone, and nothing of the view.
    return faceOf(new Scene(this.partsWith({} as AllegeanceView)), this.card);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-allegeance-card": AllegeanceCardElement;
  }
}

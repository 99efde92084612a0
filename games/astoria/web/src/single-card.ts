// A card of Astoria by itself, for the page that says how the game is played.
import { css, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { SingleCard } from "@gueridon/board/card-element.ts";
import { faceOf, objectiveFace } from "./face.ts";
import type { AstoriaView } from "./generated.ts";
import { Scene } from "./scene.ts";
import { styles } from "./styles/all.ts";

/** `<gueridon-astoria-card>` */
@customElement("gueridon-astoria-card")
export class AstoriaCardElement extends SingleCard {
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
    const scene = new Scene(this.partsWith({} as AstoriaView));
    const isObjective = this.catalogue.get(this.card)?.kind === "objective";
    return isObjective ? objectiveFace(scene, this.card) : faceOf(scene, this.card);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-astoria-card": AstoriaCardElement;
  }
}

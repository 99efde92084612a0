// A card of Abyss by itself, for the page that says how the game is played.
import { css, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { SingleCard } from "@gueridon/board/card-element.ts";
import { faceOf } from "./face.ts";
import type { AbyssView } from "./generated.ts";
import { Scene } from "./scene.ts";
import { styles } from "./styles/all.ts";

/** `<gueridon-abyss-card>` */
@customElement("gueridon-abyss-card")
export class AbyssCardElement extends SingleCard {
  static override styles = [
    ...styles,
    css`
      :host {
        --w: 8.5rem;
      }
    `,
  ];

  protected override face(): TemplateResult {
    // What a Lord costs follows from the players' Lords, and there are none.
    const view = { active: 0, players: [] as AbyssView["players"] } as AbyssView;
    return faceOf(new Scene(this.partsWith(view)), this.card);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-abyss-card": AbyssCardElement;
  }
}

// A card of Abyss by itself, for the page that says how the game is played.
import { LitElement, css, html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { CardElement, Catalogue, Language } from "@gueridon/web/element";
import { allyCard, locationCard, lordCard } from "./card.ts";
import type { AbyssCard, AbyssLocation, AbyssLord, AbyssView } from "./generated.ts";
import { Scene } from "./scene.ts";
import { styles } from "./styles/all.ts";
import { NO_TABLE } from "./no-table.ts";

const nothing = () => undefined;

/** `<gueridon-abyss-card>` */
@customElement("gueridon-abyss-card")
export class AbyssCardElement extends LitElement implements CardElement {
  static override styles = [
    ...styles,
    css`
      .table {
        display: block;
      }
      .about {
        display: none;
      }
    `,
  ];

  @property() card = "";
  @property({ attribute: false }) catalogue: Catalogue = new Map();
  @property() language: Language = "EN";

  protected override render(): TemplateResult {
    return html`<div class="table" lang=${this.language.toLowerCase()}>${this.#face()}</div>`;
  }

  #face(): TemplateResult {
    const scene = this.#scene();
    const kind = this.catalogue.get(this.card)?.kind;
    if (kind === "lord") {
      const lord = this.card as AbyssLord;
      return lordCard(scene, lord, { target: `court:${lord}`, isNow: false });
    }
    if (kind === "location") {
      const location = this.card as AbyssLocation;
      return locationCard(scene, location, { target: `location:${location}` });
    }
    return allyCard(scene, this.card as AbyssCard, {});
  }

  #scene(): Scene {
    return new Scene({
      // What a Lord costs follows from the players' Lords, and there are none.
      view: { active: 0, players: [] as AbyssView["players"] } as AbyssView,
      table: NO_TABLE,
      catalogue: this.catalogue,
      language: this.language,
      glossary: null,
      offers: { bar: [], at: new Map() },
      isInert: true,
      isBusy: false,
      composedSteps: 0,
      prompt: null,
      refusal: null,
      isUncertain: false,
      handlers: { chosen: nothing, asked: nothing, undone: nothing, cancelled: nothing },
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-abyss-card": AbyssCardElement;
  }
}

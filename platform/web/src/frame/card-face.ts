// A card of a game, drawn by the game's own element for cards; without one, its name in a frame.
import { LitElement, css, html, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { CardElement, Catalogue, Language } from "@gueridon/element";
import type { FramedElement } from "./framed-element.ts";
import { sharedStyles } from "../ui/shared-styles.ts";

/** `<gueridon-card-face>`: for the eyes only; what the card does is said beside it. */
@customElement("gueridon-card-face")
export class CardFace extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      .plain-face {
        display: grid;
        place-items: center;
        min-height: 7rem;
        padding: 0.5rem;
        border: 2px solid var(--line);
        border-radius: var(--radius);
        text-align: center;
        font-weight: 600;
      }
    `,
  ];

  /** The game's id. */
  @property() game = "";
  /** The address of the game's own table; null if it brings none. */
  @property({ attribute: false }) path: string | null = null;
  /** Whether that table runs in a frame, as its card then does. */
  @property({ type: Boolean }) isIsolated = false;
  /** The card's key in the catalogue. */
  @property() card = "";
  @property({ attribute: false }) catalogue: Catalogue = new Map();
  @property({ attribute: false }) language: Language = "EN";
  @state() private face: CardElement | FramedElement | null = null;

  override willUpdate(changed: PropertyValues<this>) {
    if (changed.has("game") || changed.has("path")) void this.#load();
    const { face, card, catalogue, language } = this;
    if (face?.localName === "gueridon-framed") {
      // The catalogue of a whole game is long, and a card shows itself alone.
      const properties = { card, catalogue: this.#own(), language };
      Object.assign(face, { properties });
    } else if (face) {
      Object.assign(face, { card, catalogue, language });
    }
  }

  /** What the catalogue says of the card. */
  #own(): Catalogue {
    const entry = this.catalogue.get(this.card);
    return new Map(entry ? [[entry.key, entry]] : []);
  }

  async #load() {
    const name = `gueridon-${this.game}-card`;
    if (this.path !== null && this.isIsolated) {
      this.face = await this.#framed(name, this.path);
      return;
    }
    try {
      if (this.path !== null && !customElements.get(name)) {
        await import(/* @vite-ignore */ this.path);
      }
    } catch (failed) {
      reportError(failed);
    }
    this.face = customElements.get(name) ? (document.createElement(name) as CardElement) : null;
  }

  /** The card in a frame; its name takes its place if that fails. */
  async #framed(tag: string, path: string): Promise<FramedElement> {
    await import("./framed-element.ts");
    const framed = document.createElement("gueridon-framed");
    Object.assign(framed, { tag, path, isPicture: true });
    framed.addEventListener("gueridon-broken", () => {
      if (this.face === framed) this.face = null;
    });
    return framed;
  }

  override render() {
    const name = this.catalogue.get(this.card)?.name ?? this.card;
    return this.face ?? html`<div class="plain-face">${name}</div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-card-face": CardFace;
  }
}

// The element of a single card, for the page that says how a game is played.
import { html, LitElement, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import type { CardElement, Catalogue, Language } from "@gueridon/element";
import { OPEN } from "./choices.ts";
import { NO_TABLE } from "./no-table.ts";
import type { SceneParts } from "./scene.ts";
import { DEFAULTS } from "./settings.ts";
import type { Offer } from "./steps.ts";

/** A card that lies on no table. */
export abstract class SingleCard extends LitElement implements CardElement {
  @property() card = "";
  @property({ attribute: false }) catalogue: Catalogue = new Map();
  @property() language: Language = "EN";

  /** The face of the card. */
  protected abstract face(): TemplateResult;

  /** What a face is rendered from where there is no game: `view` has no more than faces read. */
  protected partsWith<View, O extends Offer, Question>(view: View): SceneParts<View, O, Question> {
    const nothing = () => undefined;
    return {
      view,
      table: NO_TABLE,
      catalogue: this.catalogue,
      language: this.language,
      glossary: null,
      score: null,
      narrowing: OPEN,
      onBoard: new Map(),
      inPanel: [],
      offers: [],
      isInert: true,
      isBusy: false,
      composedSteps: 0,
      prompt: null,
      refusal: null,
      isUncertain: false,
      behind: 0,
      settings: DEFAULTS,
      handlers: {
        chosen: nothing,
        asked: nothing,
        widened: nothing,
        undone: nothing,
        cancelled: nothing,
        skipped: nothing,
        setUp: nothing,
        changed: nothing,
      },
    };
  }

  protected override render(): TemplateResult {
    return html`<div class="board" lang=${this.language.toLowerCase()}>${this.face()}</div>`;
  }
}

// For who is only asked: to decline everything until their turn, or for the whole game.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { t } from "../i18n/words.ts";
import { $language } from "../preferences/preferences.ts";
import { FocusKeeper } from "../ui/focus-keeper.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import type { Until } from "./standing-answer.ts";

/** What is to be declined from now on; null for nothing. */
export class DeclineEvent extends CustomEvent<Until | null> {
  static readonly type = "gueridon-decline";
  constructor(until: Until | null) {
    super(DeclineEvent.type, { detail: until });
  }
}

/** `<gueridon-answers>`: dispatches what the visitor says once and for all. */
@customElement("gueridon-answers")
export class AnswerPanel extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      #all:focus {
        outline: none;
      }
      .row {
        margin-top: 0.4rem;
      }
      button {
        min-height: 2rem;
        font-size: 0.9rem;
      }
      p {
        margin: 0;
      }
    `,
  ];

  /** For how long everything is declined already. */
  @property({ attribute: false }) until: Until | null = null;
  /** Whether the visitor is asked now. */
  @property({ type: Boolean }) isAsked = false;
  readonly #language = new StoreController(this, $language);

  constructor() {
    super();
    new FocusKeeper(this, "#all");
  }

  override render() {
    return html`<div id="all" tabindex="-1" lang=${this.#language.value.toLowerCase()}>
      <div role="status">
        ${
          this.until === null
            ? nothing
            : html`<p class="soft">${t(`table.answers.declining.${this.until}`)}</p>`
        }
      </div>
      ${this.#buttons()}
    </div>`;
  }

  #buttons() {
    if (this.until !== null) return html`<div class="row">${this.#button(null)}</div>`;
    return this.isAsked
      ? html`<div class="row">${this.#button("turn")} ${this.#button("game")}</div>`
      : nothing;
  }

  #button(until: Until | null) {
    return html`<button type="button" @click=${() => this.dispatchEvent(new DeclineEvent(until))}>
      ${t(`table.answers.${until ?? "ask"}`)}
    </button>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-answers": AnswerPanel;
  }
  interface HTMLElementEventMap {
    "gueridon-decline": DeclineEvent;
  }
}

// The button that begins a first game.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { FirstGame } from "../learning/learning.ts";
import { go } from "../navigation/router.ts";
import { $language } from "../preferences/preferences.ts";
import "../sign-in/sign-in-dialog.ts";
import type { SignInDialog } from "../sign-in/sign-in-dialog.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { labelled } from "../i18n/labelled.ts";
import { t } from "../i18n/words.ts";
import { openFirstGame } from "./open.ts";

/** `<gueridon-first-game>`: opens the table, and goes there. */
@customElement("gueridon-first-game")
export class FirstGameButton extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      button {
        width: 100%;
      }
      .refusal {
        margin-top: 0.4rem;
      }
    `,
  ];

  /** The game's id. */
  @property() game = "";
  /** The game's title, by which the button differs from others to screen readers. */
  @property() name = "";
  @property({ attribute: false }) first: FirstGame | null = null;
  @state() private isBusy = false;
  @state() private refusal: string | null = null;
  @query("gueridon-who") private readonly who?: SignInDialog;
  readonly #language = new StoreController(this, $language);

  override render() {
    return html`<div lang=${this.#language.value.toLowerCase()}>
      <button
        type="button"
        class="main"
        aria-label=${labelled(t("firstGame.begin"), this.name)}
        aria-disabled=${this.isBusy ? "true" : "false"}
        @click=${() => void this.#begin()}
      >
        ${t("firstGame.begin")}
      </button>
      ${this.refusal === null ? "" : html`<p class="refusal" role="alert">${this.refusal}</p>`}
      <gueridon-who></gueridon-who>
    </div>`;
  }

  async #begin() {
    const { first, game } = this;
    if (!first || this.isBusy) return;
    this.isBusy = true;
    this.refusal = null;
    try {
      if (!(await this.who?.known())) return;
      const { table, refusal } = await openFirstGame(game, first);
      this.refusal = refusal;
      if (table !== null && this.isConnected) go(`/tables/${table}`);
    } finally {
      this.isBusy = false;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-first-game": FirstGameButton;
  }
}

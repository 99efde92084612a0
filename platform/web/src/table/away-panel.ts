// That a stand-in plays for the visitor, and the way back.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ComeBackDocument, type LiveTableFragment } from "../api/generated.ts";
import { REPEATABLE, mutate } from "../api/mutate.ts";
import { t } from "../i18n/words.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";

/** `<gueridon-away>`: empty unless the visitor's time ran out. */
@customElement("gueridon-away")
export class AwayPanel extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      .panel {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.6rem;
        margin-top: var(--space);
        border-color: var(--turn);
      }
      p {
        flex: 1 1 16rem;
        margin: 0;
      }
    `,
  ];

  @property({ attribute: false }) table: LiveTableFragment | null = null;
  @state() private isBusy = false;
  @state() private refusal: string | null = null;
  readonly #language = new StoreController(this, $language);

  override render() {
    const { table } = this;
    const own = table?.seats.find(({ number }) => number === table.seat);
    const isAway = table?.status === "PLAYING" && own?.condition === "AWAY";
    return html`<div lang=${this.#language.value.toLowerCase()}>
      <div role="status">
        ${
          isAway
            ? html`<section class="panel">
                <p>${t("table.away.text")}</p>
                <button
                  class="main"
                  aria-disabled=${this.isBusy ? "true" : "false"}
                  @click=${this.#return}
                >
                  ${t("table.away.return")}
                </button>
              </section>`
            : nothing
        }
      </div>
      <div role="alert">
        ${this.refusal === null ? nothing : html`<p class="refusal">${this.refusal}</p>`}
      </div>
    </div>`;
  }

  async #return() {
    if (!this.table || this.isBusy) return;
    this.isBusy = true;
    const { refusal } = await mutate(ComeBackDocument, { table: this.table.id }, REPEATABLE);
    this.isBusy = false;
    this.refusal = refusal?.message ?? null;
    if (refusal !== null) {
      this.dispatchEvent(new CustomEvent("gueridon-stale", { bubbles: true, composed: true }));
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-away": AwayPanel;
  }
}

// A secret that is shown once, with a button that copies it.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "./shared-styles.ts";
import { t } from "../i18n/words.ts";

/** `<gueridon-secret label="…" secret="…">` */
@customElement("gueridon-secret")
export class SecretField extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      :host {
        padding: 0.75rem;
        border: 1px dashed var(--accent);
        border-radius: var(--radius);
        background: var(--accent-soft);
      }
      input {
        flex: 1 1 12rem;
        min-width: 0;
        font-family: ui-monospace, monospace;
      }
      p {
        margin: 0.4rem 0 0;
      }
    `,
  ];
  readonly #language = new StoreController(this, $language);
  /** What the secret is for. */
  @property() label = "";
  @property() secret = "";
  @state() private said = "";

  override willUpdate(changed: Map<PropertyKey, unknown>) {
    if (changed.has("secret")) this.said = "";
  }

  override render() {
    return html`<div lang=${this.#language.value.toLowerCase()}>
      <label for="secret">${this.label}</label>
      <div class="row">
        <input id="secret" readonly .value=${this.secret} @focus=${this.#select} />
        <button type="button" @click=${this.#copy}>${t("ui.secret.copy")}</button>
      </div>
      <p>${t("ui.secret.shownOnce")}</p>
      <p role="status">${this.said}</p>
    </div>`;
  }

  #select(event: FocusEvent) {
    if (event.target instanceof HTMLInputElement) event.target.select();
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.secret);
      this.said = t("ui.secret.copied");
    } catch {
      // The clipboard is allowed only on secure sites.
      this.renderRoot.querySelector("input")?.focus();
      this.said = t("ui.secret.copyByHand");
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-secret": SecretField;
  }
}

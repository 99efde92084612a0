// Shown when a page's code cannot be loaded: offline, or replaced by a newer version.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement } from "lit/decorators.js";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";

/** `<gueridon-broken>` */
@customElement("gueridon-broken")
export class LoadError extends LitElement {
  static override styles = [sharedStyles];
  readonly #language = new StoreController(this, $language);

  override render() {
    const again = () => {
      location.reload();
    };
    return html`<section class="panel stack" lang=${this.#language.value.toLowerCase()}>
      <h1>${t("loadError.title")}</h1>
      <p role="alert">${t("loadError.text")}</p>
      <div class="row"><button @click=${again}>${t("loadError.again")}</button></div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-broken": LoadError;
  }
}

// What stands where a part of the page could not be loaded: offline, or since the server has a newer one.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement } from "lit/decorators.js";
import { $language } from "../preferences/preferences.ts";
import { shared } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";

/** `<gueridon-broken>` */
@customElement("gueridon-broken")
export class Broken extends LitElement {
  static override styles = [shared];
  readonly #language = new StoreController(this, $language);

  override render() {
    const again = () => {
      location.reload();
    };
    return html`<section class="panel stack" lang=${this.#language.value.toLowerCase()}>
      <h1>${t("broken.title")}</h1>
      <p role="alert">${t("broken.text")}</p>
      <div class="row"><button @click=${again}>${t("broken.again")}</button></div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-broken": Broken;
  }
}

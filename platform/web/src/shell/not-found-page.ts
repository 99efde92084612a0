// Shown at an address that no page has.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement } from "lit/decorators.js";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";

/** `<gueridon-missing>` */
@customElement("gueridon-missing")
export class NotFoundPage extends LitElement {
  static override styles = [sharedStyles];
  readonly #language = new StoreController(this, $language);

  override render() {
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      <h1>${t("notFound.title")}</h1>
      <p>${t("notFound.text")}</p>
      <a class="button" href="/">${t("notFound.back")}</a>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-missing": NotFoundPage;
  }
}

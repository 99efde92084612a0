// Whose works the boards of games show, and under which licences.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement } from "lit/decorators.js";
import { t } from "../i18n/words.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { WORKS } from "./works.ts";

/** `<gueridon-credits>` */
@customElement("gueridon-credits")
export class CreditsPage extends LitElement {
  static override styles = [sharedStyles];
  readonly #language = new StoreController(this, $language);

  override render() {
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      <h1>${t("credits.title")}</h1>
      <p>${t("credits.text")}</p>
      <ul>
        ${WORKS.map(
          ({ title, author, source, licence, terms }) =>
            html`<li>
              <a href=${source} rel="external">${title}</a> – ${author} (<a
                href=${terms}
                rel="license external"
                >${licence}</a
              >)
            </li>`,
        )}
      </ul>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-credits": CreditsPage;
  }
}

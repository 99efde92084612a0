// The programs that are ready, for whoever looks for one: whom they belong to, and what they play.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement } from "lit/decorators.js";
import { $language } from "../preferences/preferences.ts";
import { Title } from "../navigation/title.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import "./ready-programs.ts";

/** `<gueridon-programs>` */
@customElement("gueridon-programs")
export class ProgramsPage extends LitElement {
  static override styles = [sharedStyles];
  readonly #language = new StoreController(this, $language);

  constructor() {
    super();
    new Title(this, () => t("programs.title"));
  }

  override render() {
    return html`<div class="stack" lang=${this.#language.value.toLowerCase()}>
      <h1>${t("programs.title")}</h1>
      <p>${t("programs.text")}</p>
      <gueridon-ready-programs></gueridon-ready-programs>
      <p><a class="button" href="/new">${t("newTable.title")}</a></p>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-programs": ProgramsPage;
  }
}

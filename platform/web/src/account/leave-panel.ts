// Signing out, exporting the account's data, and deleting the account.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import { refusalOf } from "../api/mutate.ts";
import { errorMessage } from "../api/error-message.ts";
import type { WhoFragment } from "../api/generated.ts";
import { deleteAccount, signOut } from "../session/authentication.ts";
import { Form } from "../ui/form.ts";
import { formStyles } from "../ui/form-styles.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { exportPage, download, exportAll } from "./data-export.ts";

/** `<gueridon-account-leaving>` */
@customElement("gueridon-account-leaving")
export class LeavePanel extends LitElement {
  static override styles = [sharedStyles, formStyles];
  readonly #language = new StoreController(this, $language);
  readonly #out = new Form(this);
  readonly #data = new Form(this);
  readonly #delete = new Form(this, { WRONG_PASSWORD: "password", NAME: "name" });
  @property({ attribute: false }) player: WhoFragment | null = null;

  override render() {
    if (this.player === null) return "";
    const isGuest = this.player.standing === "GUEST";
    return html`<section class="panel stack" lang=${this.#language.value.toLowerCase()}>
        <div>
          <h2>${t("account.signOut.title")}</h2>
          ${isGuest ? html`<p>${t("account.signOut.guestHint")}</p>` : ""}
          <div class="row">
            <form novalidate @submit=${this.#out.sending(() => signOut(false))}>
              ${this.#out.submit(t("account.signOut.here"), "")}
            </form>
            <form novalidate @submit=${this.#out.sending(() => signOut(true))}>
              ${this.#out.submit(t("account.signOut.everywhere"), "")}
            </form>
          </div>
          ${this.#out.outcome()}
        </div>
        <div>
          <h2>${t("account.dataExport.title")}</h2>
          <p>${t("account.dataExport.text")}</p>
          <form novalidate @submit=${this.#data.sending(() => this.#export())}>
            ${this.#data.outcome()}
            <div>${this.#data.submit(t("account.dataExport.submit"), "")}</div>
          </form>
        </div>
        <div>
          <h2>${t("account.deletion.title")}</h2>
          <p>${t("account.deletion.text")}</p>
          <button type="button" class="bad" @click=${this.#ask}>
            ${t("account.deletion.open")}
          </button>
        </div>
      </section>
      ${this.#dialog(this.player)}`;
  }

  async #export() {
    try {
      download("gueridon.json", await exportAll(exportPage));
      return t("account.dataExport.done");
    } catch (failed) {
      return refusalOf(errorMessage(failed));
    }
  }

  #ask() {
    this.#delete.clear();
    this.renderRoot.querySelector("dialog")?.showModal();
  }

  #close() {
    this.renderRoot.querySelector("dialog")?.close();
  }

  #dialog({ name, standing }: WhoFragment) {
    const send = this.#delete.sending(async (values) => {
      if (values["name"]?.trim() !== name) {
        return refusalOf(t("account.deletion.wrongName"), "NAME");
      }
      return await deleteAccount(values["password"] ?? null);
    });
    return html`<dialog aria-labelledby="delete-title" lang=${this.#language.value.toLowerCase()}>
      <h2 id="delete-title">${t("account.deletion.title")}</h2>
      <p>${t("account.deletion.warning")}</p>
      <form novalidate @submit=${send}>
        ${this.#delete.field("name", t("account.deletion.name", { name }))}
        ${
          standing === "GUEST"
            ? ""
            : this.#delete.field("password", t("ui.form.password"), {
                type: "password",
                autocomplete: "current-password",
              })
        }
        ${this.#delete.outcome()}
        <div class="row">
          <button type="button" @click=${this.#close}>${t("ui.cancel")}</button>
          ${this.#delete.submit(t("account.deletion.submit"), "bad")}
        </div>
      </form>
    </dialog>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-account-leaving": LeavePanel;
  }
}

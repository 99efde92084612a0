// Changing the password.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import { mutate } from "../api/mutate.ts";
import { SetPasswordDocument } from "../api/generated.ts";
import { Form } from "../ui/form.ts";
import { formStyles } from "../ui/form-styles.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { accountChanged } from "../session/account-changed.ts";

/** `<gueridon-account-password>` */
@customElement("gueridon-account-password")
export class PasswordPanel extends LitElement {
  static override styles = [sharedStyles, formStyles];
  readonly #language = new StoreController(this, $language);
  readonly #form = new Form(this, { WRONG_PASSWORD: "old", BAD_PASSWORD: "new" });
  /** The player's name, for password managers. */
  @property() name = "";

  override render() {
    const send = this.#form.sending(async (values) => {
      const variables = { old: values["old"] ?? "", new: values["new"] ?? "" };
      const { refusal } = await mutate(SetPasswordDocument, variables);
      if (refusal) return refusal;
      accountChanged(this);
      return t("account.password.done");
    });
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      <h2>${t("account.password.title")}</h2>
      <p>${t("account.password.text")}</p>
      <form novalidate @submit=${send}>
        <input hidden autocomplete="username" .value=${this.name} />
        ${this.#form.field("old", t("account.password.current"), {
          type: "password",
          autocomplete: "current-password",
        })}
        ${this.#form.field("new", t("account.password.new"), {
          type: "password",
          autocomplete: "new-password",
          hint: t("ui.form.passwordHint"),
        })}
        ${this.#form.outcome()}
        <div>${this.#form.submit(t("account.password.submit"), "")}</div>
      </form>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-account-password": PasswordPanel;
  }
}

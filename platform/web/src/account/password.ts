// Another password.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import { attempt } from "../api/attempt.ts";
import { SetPasswordDocument } from "../api/generated.ts";
import { Form } from "../people/form.ts";
import { people } from "../people/styles.ts";
import { $language } from "../settings.ts";
import { shared } from "../styles/shared.ts";
import { t } from "../words.ts";
import { changed } from "./event.ts";

/** `<gueridon-account-password>` */
@customElement("gueridon-account-password")
export class AccountPassword extends LitElement {
  static override styles = [shared, people];
  readonly #language = new StoreController(this, $language);
  readonly #form = new Form(this, { WRONG_PASSWORD: "old", BAD_PASSWORD: "new" });
  /** Whose, for those who keep passwords. */
  @property() name = "";

  override render() {
    const send = this.#form.sending(async (values) => {
      const variables = { old: values["old"] ?? "", new: values["new"] ?? "" };
      const { refusal } = await attempt(SetPasswordDocument, variables);
      if (refusal) return refusal;
      changed(this);
      return t("people.account.password.done");
    });
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      <h2>${t("people.account.password.title")}</h2>
      <p>${t("people.account.password.text")}</p>
      <form novalidate @submit=${send}>
        <input hidden autocomplete="username" .value=${this.name} />
        ${this.#form.field("old", t("people.account.password.old"), {
          type: "password",
          autocomplete: "current-password",
        })}
        ${this.#form.field("new", t("people.account.password.new"), {
          type: "password",
          autocomplete: "new-password",
          hint: t("people.form.passwordHint"),
        })}
        ${this.#form.outcome()}
        <div>${this.#form.submit(t("people.account.password.go"), "")}</div>
      </form>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-account-password": AccountPassword;
  }
}

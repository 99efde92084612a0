// The account's email address, and whether it is confirmed.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import { mutate } from "../api/mutate.ts";
import { SendConfirmationDocument, SetEmailDocument } from "../api/generated.ts";
import { Form } from "../ui/form.ts";
import { formStyles } from "../ui/form-styles.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { accountChanged } from "../session/account-changed.ts";

/** `<gueridon-account-email>` */
@customElement("gueridon-account-email")
export class EmailPanel extends LitElement {
  static override styles = [sharedStyles, formStyles];
  readonly #language = new StoreController(this, $language);
  readonly #form = new Form(this, { BAD_EMAIL: "email", WRONG_PASSWORD: "password" });
  readonly #letter = new Form(this);
  /** The player's name, for password managers. */
  @property() name = "";
  /** The address; empty for none. */
  @property() email = "";
  /** Whether the address is confirmed. */
  @property({ type: Boolean }) isConfirmed = false;
  /** Whether this server sends mail. */
  @property({ type: Boolean }) isHere = false;

  override render() {
    const send = this.#form.sending(async ({ email = "", password = "" }) => {
      const address = email.trim() === "" ? null : email.trim();
      const { refusal } = await mutate(SetEmailDocument, { email: address, password });
      if (refusal) return refusal;
      accountChanged(this);
      if (address === null) return t("account.email.removed");
      return this.isHere ? t("account.email.doneWithMail") : t("account.email.done");
    });
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      <h2>${t("account.email.title")}</h2>
      ${this.#stands()}
      <form novalidate @submit=${send}>
        <input hidden autocomplete="username" .value=${this.name} />
        ${this.#form.field("email", t("ui.form.email"), {
          type: "email",
          value: this.email,
          autocomplete: "email",
          isOptional: true,
          hint: t("account.email.hint"),
        })}
        ${this.#form.field("password", t("ui.form.password"), {
          type: "password",
          autocomplete: "current-password",
        })}
        ${this.#form.outcome()}
        <div>${this.#form.submit(t("account.email.submit"), "")}</div>
      </form>
    </section>`;
  }

  #stands() {
    if (this.email === "") return html`<p>${t("account.email.none")}</p>`;
    const address = html`<dl>
      <dt>${t("account.email.address")}</dt>
      <dd>
        ${this.email}
        ${
          this.isConfirmed
            ? html`<span class="badge">✓ ${t("account.email.confirmed")}</span>`
            : html`<span class="badge soft">${t("account.email.unconfirmed")}</span>`
        }
      </dd>
    </dl>`;
    if (this.isConfirmed) return address;
    if (!this.isHere)
      return html`${address}
        <p class="soft">${t("account.email.noMail")}</p>`;
    const send = this.#letter.sending(async () => {
      const { refusal } = await mutate(SendConfirmationDocument, {});
      return refusal ?? t("account.email.resent");
    });
    return html`${address}
      <form novalidate @submit=${send}>
        ${this.#letter.outcome()}
        <div>${this.#letter.submit(t("account.email.resend"), "")}</div>
      </form>
      <hr />`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-account-email": EmailPanel;
  }
}

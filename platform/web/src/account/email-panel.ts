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
  /** Whether it is confirmed. */
  @property({ type: Boolean }) isConfirmed = false;
  /** Whether this server sends mail. */
  @property({ type: Boolean }) isHere = false;

  override render() {
    const send = this.#form.sending(async ({ email = "", password = "" }) => {
      const address = email.trim() === "" ? null : email.trim();
      const { refusal } = await mutate(SetEmailDocument, { email: address, password });
      if (refusal) return refusal;
      accountChanged(this);
      if (address === null) return t("people.account.email.removed");
      return this.isHere ? t("people.account.email.doneLetter") : t("people.account.email.done");
    });
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      <h2>${t("people.account.email.title")}</h2>
      ${this.#stands()}
      <form novalidate @submit=${send}>
        <input hidden autocomplete="username" .value=${this.name} />
        ${this.#form.field("email", t("people.form.email"), {
          type: "email",
          value: this.email,
          autocomplete: "email",
          isOptional: true,
          hint: t("people.account.email.hint"),
        })}
        ${this.#form.field("password", t("people.form.password"), {
          type: "password",
          autocomplete: "current-password",
        })}
        ${this.#form.outcome()}
        <div>${this.#form.submit(t("people.account.email.go"), "")}</div>
      </form>
    </section>`;
  }

  #stands() {
    if (this.email === "") return html`<p>${t("people.account.email.none")}</p>`;
    const address = html`<dl>
      <dt>${t("people.account.email.now")}</dt>
      <dd>
        ${this.email}
        ${
          this.isConfirmed
            ? html`<span class="badge">✓ ${t("people.account.email.confirmed")}</span>`
            : html`<span class="badge soft">${t("people.account.email.unconfirmed")}</span>`
        }
      </dd>
    </dl>`;
    if (this.isConfirmed) return address;
    if (!this.isHere)
      return html`${address}
        <p class="soft">${t("people.account.email.noMail")}</p>`;
    const send = this.#letter.sending(async () => {
      const { refusal } = await mutate(SendConfirmationDocument, {});
      return refusal ?? t("people.account.email.sent");
    });
    return html`${address}
      <form novalidate @submit=${send}>
        ${this.#letter.outcome()}
        <div>${this.#letter.submit(t("people.account.email.send"), "")}</div>
      </form>
      <hr />`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-account-email": EmailPanel;
  }
}

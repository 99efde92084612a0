// Signing in with name and password, and asking for a reset email.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, state } from "lit/decorators.js";
import { mutate } from "../api/mutate.ts";
import { RequestPasswordResetDocument } from "../api/generated.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { signIn } from "../session/authentication.ts";
import { $sendsMail, learnMail } from "./server-mail.ts";
import { Form } from "../ui/form.ts";
import { formStyles } from "../ui/form-styles.ts";

/** `<gueridon-sign-in-form>`: dispatches `gueridon-entered` when it is done. */
@customElement("gueridon-sign-in-form")
export class SignInForm extends LitElement {
  static override styles = [
    sharedStyles,
    formStyles,
    css`
      button.plain {
        padding-inline: 0;
      }
    `,
  ];
  readonly #language = new StoreController(this, $language);
  readonly #mail = new StoreController(this, $sendsMail);
  readonly #form = new Form(this, { WRONG_PASSWORD: "password" });
  readonly #forgotten = new Form(this);
  @state() private isForgotten = false;

  override connectedCallback() {
    super.connectedCallback();
    void learnMail();
  }

  override render() {
    const send = this.#form.sending(async ({ name = "", password = "" }) => {
      const refusal = await signIn(name, password);
      if (refusal === null) this.dispatchEvent(new Event("gueridon-entered"));
      return refusal;
    });
    return html`<div class="stack" lang=${this.#language.value.toLowerCase()}>
      <form novalidate @submit=${send}>
        ${this.#form.field("name", t("ui.form.name"), { autocomplete: "username" })}
        ${this.#form.field("password", t("ui.form.password"), {
          type: "password",
          autocomplete: "current-password",
        })}
        ${this.#form.outcome()}
        <div>${this.#form.submit(t("signIn.password.submit"))}</div>
      </form>
      <div>
        <button
          type="button"
          class="plain"
          aria-expanded=${this.isForgotten ? "true" : "false"}
          @click=${() => {
            this.isForgotten = !this.isForgotten;
          }}
        >
          ${t("signIn.forgottenPassword.title")}
        </button>
        ${this.isForgotten ? this.#forgot() : ""}
      </div>
    </div>`;
  }

  #forgot() {
    const send = this.#forgotten.sending(async ({ who = "" }) => {
      const { refusal } = await mutate(RequestPasswordResetDocument, { who: who.trim() });
      return refusal ?? t("signIn.forgottenPassword.done");
    });
    if (this.#mail.value === false) return html`<p>${t("signIn.forgottenPassword.noMail")}</p>`;
    return html`<form novalidate @submit=${send}>
      <p>${t("signIn.forgottenPassword.text")}</p>
      ${this.#forgotten.field("who", t("signIn.forgottenPassword.nameOrEmail"), {
        autocomplete: "username",
      })}
      ${this.#forgotten.outcome()}
      <div>${this.#forgotten.submit(t("signIn.forgottenPassword.submit"), "")}</div>
    </form>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-sign-in-form": SignInForm;
  }
}

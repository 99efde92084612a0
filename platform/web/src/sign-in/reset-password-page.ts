// Setting a new password, with the token of a reset email or an operator's link.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, state } from "lit/decorators.js";
import { resetPassword } from "../session/authentication.ts";
import { Form } from "../ui/form.ts";
import { pastedToken, takeToken } from "./link-token.ts";
import { formStyles } from "../ui/form-styles.ts";
import { go } from "../navigation/router.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { Title } from "../navigation/title.ts";
import { t } from "../i18n/words.ts";

/** `<gueridon-reset>` */
@customElement("gueridon-reset")
export class ResetPasswordPage extends LitElement {
  static override styles = [sharedStyles, formStyles];
  readonly #language = new StoreController(this, $language);
  readonly #form = new Form(this, { BAD_PASSWORD: "password", UNKNOWN_TOKEN: "token" });
  @state() private token: string | null = null;

  constructor() {
    super();
    new Title(this, () => t("signIn.resetPassword.title"));
  }

  readonly #take = () => {
    this.token = takeToken() ?? this.token;
  };

  override connectedCallback() {
    super.connectedCallback();
    this.#take();
    // The link of another email changes only the fragment.
    addEventListener("hashchange", this.#take);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("hashchange", this.#take);
  }

  override render() {
    const send = this.#form.sending(async ({ token = "", password = "" }) => {
      const refusal = await resetPassword(this.token ?? pastedToken(token), password);
      if (refusal?.code === "UNKNOWN_TOKEN") {
        this.token = null;
        await this.updateComplete;
        return { ...refusal, message: t("signIn.resetPassword.linkUsed") };
      }
      if (refusal) return refusal;
      if (this.isConnected) go("/account");
      return null;
    });
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      <h1>${t("signIn.resetPassword.title")}</h1>
      <p>${t("signIn.resetPassword.text")}</p>
      <form novalidate @submit=${send}>
        ${
          this.token === null
            ? this.#form.field("token", t("signIn.resetPassword.token"), {
                hint: t("signIn.resetPassword.tokenHint"),
              })
            : ""
        }
        ${this.#form.field("password", t("account.password.new"), {
          type: "password",
          autocomplete: "new-password",
          hint: t("ui.form.passwordHint"),
        })}
        ${this.#form.outcome()}
        <div>${this.#form.submit(t("signIn.resetPassword.submit"))}</div>
      </form>
      <p><a href="/sign-in">${t("signIn.resetPassword.toSignIn")}</a></p>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-reset": ResetPasswordPage;
  }
}

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
    new Title(this, () => t("people.reset.title"));
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
        return { ...refusal, message: t("people.reset.used") };
      }
      if (refusal) return refusal;
      if (this.isConnected) go("/account");
      return null;
    });
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      <h1>${t("people.reset.title")}</h1>
      <p>${t("people.reset.text")}</p>
      <form novalidate @submit=${send}>
        ${
          this.token === null
            ? this.#form.field("token", t("people.reset.token"), {
                hint: t("people.reset.tokenHint"),
              })
            : ""
        }
        ${this.#form.field("password", t("people.account.password.new"), {
          type: "password",
          autocomplete: "new-password",
          hint: t("people.form.passwordHint"),
        })}
        ${this.#form.outcome()}
        <div>${this.#form.submit(t("people.reset.go"))}</div>
      </form>
      <p><a href="/sign-in">${t("people.reset.back")}</a></p>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-reset": ResetPasswordPage;
  }
}

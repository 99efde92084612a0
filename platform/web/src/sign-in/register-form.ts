// Registering: a new player, or a guest who keeps their identity.
import { StoreController } from "@nanostores/lit";
import { LitElement, html, nothing } from "lit";
import { customElement } from "lit/decorators.js";
import { $me } from "../session/session.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { register } from "../session/authentication.ts";
import { $sendsMail, learnMail } from "./server-mail.ts";
import { Form } from "../ui/form.ts";
import { formStyles } from "../ui/form-styles.ts";

/** `<gueridon-register-form>`: dispatches `gueridon-entered` when it is done. */
@customElement("gueridon-register-form")
export class RegisterForm extends LitElement {
  static override styles = [sharedStyles, formStyles];
  readonly #language = new StoreController(this, $language);
  readonly #mail = new StoreController(this, $sendsMail);
  readonly #me = new StoreController(this, $me);
  readonly #form = new Form(this, {
    BAD_NAME: "name",
    NAME_TAKEN: "name",
    BAD_PASSWORD: "password",
    BAD_EMAIL: "email",
  });

  override connectedCallback() {
    super.connectedCallback();
    void learnMail();
  }

  override render() {
    const guest = this.#me.value?.standing === "GUEST" ? this.#me.value : null;
    const send = this.#form.sending(async ({ name = "", password = "", email = "" }) => {
      const refusal = await register(name, password, email);
      if (refusal === null) this.dispatchEvent(new Event("gueridon-entered"));
      return refusal;
    });
    return html`<form novalidate lang=${this.#language.value.toLowerCase()} @submit=${send}>
      ${this.#form.field("name", t("ui.form.name"), {
        value: guest?.name ?? "",
        autocomplete: "username",
        maxlength: 40,
        hint: t("ui.form.nameHint"),
      })}
      ${this.#form.field("password", t("ui.form.password"), {
        type: "password",
        autocomplete: "new-password",
        hint: t("ui.form.passwordHint"),
      })}
      ${
        this.#mail.value
          ? this.#form.field("email", t("ui.form.email"), {
              type: "email",
              autocomplete: "email",
              isOptional: true,
              hint: t("ui.form.emailHint"),
            })
          : nothing
      }
      ${
        this.#mail.value === false
          ? html`<p class="soft">${t("signIn.register.noMail")}</p>`
          : nothing
      }
      ${this.#form.outcome()}
      <div>
        ${this.#form.submit(guest ? t("signIn.register.submitAsGuest") : t("signIn.register.submit"))}
      </div>
    </form>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-register-form": RegisterForm;
  }
}

// The sign-in page: as a guest, with a password, or by registering.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement } from "lit/decorators.js";
import { nextPage } from "./return-address.ts";
import "./guest-form.ts";
import "./register-form.ts";
import "./sign-in-form.ts";
import { go } from "../navigation/router.ts";
import { $me } from "../session/session.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { Title } from "../navigation/title.ts";
import { t } from "../i18n/words.ts";

/** `<gueridon-sign-in>` */
@customElement("gueridon-sign-in")
export class SignInPage extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      .ways {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
        gap: var(--space);
        align-items: start;
      }
    `,
  ];
  readonly #language = new StoreController(this, $language);
  readonly #me = new StoreController(this, $me);

  constructor() {
    super();
    new Title(this, () => t("signIn.title"));
  }

  override render() {
    const me = this.#me.value;
    const next = nextPage(location.search, location.origin);
    const enter = () => {
      if (this.isConnected) go(next);
    };
    if (me && me.standing !== "GUEST") {
      return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
        <h1>${t("signIn.title")}</h1>
        <p>${t("signIn.signedInAs", { name: me.name })}</p>
        <p class="row">
          <a class="button main" href=${next}>${t("signIn.continue")}</a>
          <a class="button" href="/account">${t("account.title")}</a>
        </p>
      </section>`;
    }
    const register = html`<section class="panel">
      <h2>${t("signIn.register.title")}</h2>
      <p>${me ? t("signIn.register.guestText") : t("signIn.register.text")}</p>
      <gueridon-register-form @gueridon-entered=${enter}></gueridon-register-form>
    </section>`;
    const guest = html`<section class="panel">
      <h2>${t("signIn.guest.title")}</h2>
      <p>${t("signIn.guest.text")}</p>
      <gueridon-guest @gueridon-signed-in=${enter}></gueridon-guest>
    </section>`;
    return html`<div lang=${this.#language.value.toLowerCase()}>
      <h1>${t("signIn.title")}</h1>
      ${me ? html`<p>${t("signIn.guestAs", { name: me.name })}</p>` : ""}
      <div class="ways">
        ${me ? register : me === null ? guest : ""}
        <section class="panel">
          <h2>${t("signIn.password.title")}</h2>
          <p>${me ? t("signIn.password.guestHint") : t("signIn.password.text")}</p>
          <gueridon-sign-in-form @gueridon-entered=${enter}></gueridon-sign-in-form>
        </section>
        ${me === null ? register : ""}
      </div>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-sign-in": SignInPage;
  }
}

// The account page: a panel for each part of the account.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import "./email-panel.ts";
import "./leave-panel.ts";
import "../notifications/mail-panel.ts";
import "./muted-players-panel.ts";
import "./password-panel.ts";
import "./profile-panel.ts";
import "./programs-panel.ts";
import "./tokens-panel.ts";
import type { TokensPanel } from "./tokens-panel.ts";
import "../notifications/webhooks-panel.ts";
import { errorMessage } from "../api/error-message.ts";
import { ask } from "../api/client.ts";
import { OwnAccountDocument, type OwnFragment } from "../api/generated.ts";
import { $token } from "../api/token.ts";
import "../sign-in/register-form.ts";
import { signInPage } from "../sign-in/return-address.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { Title } from "../navigation/title.ts";
import { t } from "../i18n/words.ts";

/** `<gueridon-account>` */
@customElement("gueridon-account")
export class AccountPage extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      .parts {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
        gap: var(--space);
        align-items: start;
      }
    `,
  ];
  readonly #language = new StoreController(this, $language);
  readonly #token = new StoreController(this, $token);
  @state() private account: OwnFragment | null = null;
  @state() private fault = "";
  @state() private isNew = false;
  @query("gueridon-account-tokens") private readonly tokens?: TokensPanel;
  #unlisten: (() => void) | null = null;

  constructor() {
    super();
    new Title(this, () => t("account.title"));
  }

  override connectedCallback() {
    super.connectedCallback();
    // Another tab may have signed in with another account.
    this.#unlisten = $token.subscribe((token) => {
      this.account = null;
      this.isNew = false;
      if (token !== null) void this.#load();
    });
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#unlisten?.();
  }

  async #load() {
    const token = $token.get();
    try {
      const { account } = await ask(OwnAccountDocument, {});
      if ($token.get() !== token) return;
      this.account = account;
      this.fault = "";
    } catch (failed) {
      this.fault = errorMessage(failed);
    }
  }

  override render() {
    return html`<div
      lang=${this.#language.value.toLowerCase()}
      @gueridon-account-changed=${() => this.#load()}
    >
      <h1 tabindex="-1">${t("account.title")}</h1>
      <p role="status">${this.isNew ? t("signIn.register.done") : ""}</p>
      ${this.fault ? html`<p class="refusal" role="alert">${this.fault}</p>` : ""}
      ${this.#token.value === null ? this.#passerBy() : ""}
      ${this.account ? this.#parts(this.account) : ""}
    </div>`;
  }

  #greet() {
    this.isNew = true;
    // The focused element is about to be removed.
    this.renderRoot.querySelector("h1")?.focus();
  }

  #passerBy() {
    return html`<section class="panel">
      <p>${t("account.signedOut")}</p>
      <a class="button main" href=${signInPage("/account")}>${t("nav.signIn")}</a>
    </section>`;
  }

  #parts(account: OwnFragment) {
    const { player, mail } = account;
    const isGuest = player.standing === "GUEST";
    return html`<div class="parts">
      <div class="stack">
        <gueridon-account-standing .account=${account}></gueridon-account-standing>
        ${
          isGuest
            ? html`<section class="panel">
                <h2>${t("signIn.register.title")}</h2>
                <p>${t("signIn.register.guestText")}</p>
                <gueridon-register-form @gueridon-entered=${this.#greet}></gueridon-register-form>
              </section>`
            : html`<gueridon-account-password
                  name=${player.name}
                  @gueridon-account-changed=${() => this.tokens?.load(null)}
                ></gueridon-account-password>
                <gueridon-account-email
                  name=${player.name}
                  email=${account.email ?? ""}
                  ?isConfirmed=${mail.isConfirmed}
                  ?isHere=${mail.isHere}
                ></gueridon-account-email>
                <gueridon-account-mail .mail=${mail}></gueridon-account-mail>`
        }
        <gueridon-account-mutes></gueridon-account-mutes>
      </div>
      <div class="stack">
        <gueridon-account-tokens></gueridon-account-tokens>
        ${
          isGuest
            ? ""
            : html`<gueridon-account-programs></gueridon-account-programs>
                <gueridon-account-webhooks
                  .webhooks=${account.webhooks}
                ></gueridon-account-webhooks>`
        }
        <gueridon-account-leaving .player=${player}></gueridon-account-leaving>
      </div>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-account": AccountPage;
  }
}

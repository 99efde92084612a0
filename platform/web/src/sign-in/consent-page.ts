// The page on which the visitor allows or refuses access to a third-party client.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, state } from "lit/decorators.js";
import { allow, readRequest, type AuthorizationRequest } from "../api/authorization.ts";
import { signInPage } from "./return-address.ts";
import { $me } from "../session/session.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { Title } from "../navigation/title.ts";
import { t } from "../i18n/words.ts";

/** `<gueridon-consent>` */
@customElement("gueridon-consent")
export class ConsentPage extends LitElement {
  static override styles = [sharedStyles];
  readonly #language = new StoreController(this, $language);
  readonly #me = new StoreController(this, $me);
  readonly #search = location.search;
  @state() private request: AuthorizationRequest | null | undefined;
  @state() private isSent = false;
  @state() private hasFailed = false;

  constructor() {
    super();
    new Title(this, () => t("signIn.consent.title"));
  }

  override connectedCallback() {
    super.connectedCallback();
    void this.#read();
  }

  async #read() {
    try {
      this.request = await readRequest(this.#search);
    } catch {
      this.hasFailed = true;
    }
  }

  readonly #allow = async () => {
    this.isSent = true;
    this.hasFailed = false;
    try {
      location.assign(await allow(this.#search));
    } catch {
      this.hasFailed = true;
      this.isSent = false;
    }
  };

  override render() {
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      <h1>${t("signIn.consent.title")}</h1>
      ${this.#asked()}
      <div role="alert">
        ${this.hasFailed ? html`<p class="refusal">${t("signIn.consent.failed")}</p>` : ""}
      </div>
    </section>`;
  }

  #asked() {
    const { request } = this;
    if (request === undefined) return "";
    if (request === null) return html`<p>${t("signIn.consent.unknown")}</p>`;
    const { client, kind, place, scopes, error, back } = request;
    const no = html`<a class="button" href=${back}>${t("signIn.consent.no")}</a>`;
    if (error !== null) {
      return html`<p>${t("signIn.consent.wrong", { client, error })}</p>
        <p>${no}</p>`;
    }
    const me = this.#me.value;
    return html`<p><strong>${t("signIn.consent.asks", { client })}</strong></p>
      <p>${t(`signIn.consent.places.${kind}`, { place })}</p>
      <p>${t("signIn.consent.scopesTitle")}</p>
      <ul>
        ${scopes.map((scope) => html`<li>${t(`signIn.consent.scopes.${scope}`)}</li>`)}
      </ul>
      <p class="soft">${t("signIn.consent.revocable")}</p>
      ${
        me
          ? html`<p>${t("signIn.signedInAs", { name: me.name })}</p>
              <p class="row">
                <button type="button" class="main" ?disabled=${this.isSent} @click=${this.#allow}>
                  ${t("signIn.consent.yes")}
                </button>
                ${no}
              </p>`
          : html`<p class="row">
              <a class="button main" href=${signInPage(location.pathname + this.#search)}>
                ${t("signIn.title")}
              </a>
              ${no}
            </p>`
      }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-consent": ConsentPage;
  }
}

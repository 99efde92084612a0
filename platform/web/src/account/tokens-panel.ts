// The account's tokens: devices and programs, each of which can be revoked.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, state } from "lit/decorators.js";
import { mutate } from "../api/mutate.ts";
import { errorMessage } from "../api/error-message.ts";
import { ask } from "../api/client.ts";
import {
  MakeTokenDocument,
  OwnTokensDocument,
  RevokeTokenDocument,
  type TokenLineFragment,
} from "../api/generated.ts";
import { Form } from "../ui/form.ts";
import "../ui/secret-field.ts";
import { formStyles } from "../ui/form-styles.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { formatTime } from "../i18n/time-format.ts";

/** `<gueridon-account-tokens>` */
@customElement("gueridon-account-tokens")
export class TokensPanel extends LitElement {
  static override styles = [sharedStyles, formStyles];
  readonly #language = new StoreController(this, $language);
  readonly #revoke = new Form(this);
  readonly #make = new Form(this, { BAD_LABEL: "label" });
  @state() private tokens: readonly TokenLineFragment[] = [];
  @state() private next: string | null = null;
  @state() private fault = "";
  @state() private secret = "";

  override connectedCallback() {
    super.connectedCallback();
    void this.load(null);
  }

  /** Lists from the beginning, or what comes after a token. */
  async load(after: string | null): Promise<void> {
    try {
      const { account } = await ask(OwnTokensDocument, { after });
      // A page that was requested twice is added once.
      if (account === null || (after !== null && after !== this.next)) return;
      const { nodes, pageInfo } = account.tokens;
      this.tokens = after === null ? nodes : [...this.tokens, ...nodes];
      this.next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      this.fault = "";
    } catch (failed) {
      this.fault = errorMessage(failed);
    }
  }

  override render() {
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      <h2 tabindex="-1">${t("account.tokens.title")}</h2>
      <p>${t("account.tokens.text")}</p>
      ${this.fault ? html`<p class="refusal" role="alert">${this.fault}</p>` : ""}
      <ul class="lines">
        ${this.tokens.map((token) => this.#line(token))}
      </ul>
      ${
        this.next === null
          ? ""
          : html`<p>
              <button type="button" @click=${() => this.load(this.next)}>${t("ui.more")}</button>
            </p>`
      }
      ${this.#revoke.outcome()}
      <h3>${t("account.apiTokens.title")}</h3>
      <p>${t("account.apiTokens.text")}</p>
      ${this.#program()}
    </section>`;
  }

  #line({
    id,
    purpose,
    scopes,
    client,
    label,
    createdAt,
    usedAt,
    expiresAt,
    isOwn,
  }: TokenLineFragment) {
    const own = label || t("account.tokens.unnamed");
    const name = client === null ? own : `${client} (${label})`;
    const may = scopes.map((scope) => t(`account.tokens.scopes.${scope}`)).join(", ");
    const end = this.#revoke.sending(async () => {
      const { refusal } = await mutate(RevokeTokenDocument, { id });
      if (refusal && refusal.code !== "UNKNOWN_TOKEN") return refusal;
      this.tokens = this.tokens.filter((token) => token.id !== id);
      // The focused element is about to be removed.
      this.renderRoot.querySelector<HTMLElement>("h2")?.focus();
      return t("account.tokens.revoked", { name });
    });
    return html`<li>
      <div>
        <p>
          <strong>${name}</strong> · ${t(`account.tokens.purposes.${purpose}`)}
          ${purpose === "SESSION" ? "" : html`· ${may}`}
          ${isOwn ? html`<span class="badge">${t("account.tokens.current")}</span>` : ""}
        </p>
        <p class="soft">
          ${t("account.tokens.created", { when: formatTime(createdAt) })} ·
          ${t("account.tokens.used", { when: formatTime(usedAt) })} ·
          ${t("account.tokens.expires", { when: formatTime(expiresAt) })}
        </p>
      </div>
      ${
        isOwn
          ? ""
          : html`<form novalidate @submit=${end}>
              <button type="submit" class="bad">
                ${t("account.tokens.revoke")} <span class="visually-hidden">${name}</span>
              </button>
            </form>`
      }
    </li>`;
  }

  #program() {
    const send = this.#make.sending(async ({ label = "" }) => {
      const { done, refusal } = await mutate(MakeTokenDocument, { label });
      if (refusal) return refusal;
      this.secret = done.secret;
      await this.load(null);
      return t("account.apiTokens.done");
    });
    return html`<form novalidate @submit=${send}>
        ${this.#make.field("label", t("account.apiTokens.label"), {
          maxlength: 60,
          hint: t("account.apiTokens.hint"),
        })}
        ${this.#make.outcome()}
        <div>${this.#make.submit(t("account.apiTokens.submit"), "")}</div>
      </form>
      ${
        this.secret
          ? html`<gueridon-secret
              label=${t("account.apiTokens.secret")}
              .secret=${this.secret}
            ></gueridon-secret>`
          : ""
      }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-account-tokens": TokensPanel;
  }
}

// The visitor's menu in the navigation: account, results, reports, signing out.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { WhoFragment } from "../api/generated.ts";
import { signOut } from "../session/authentication.ts";
import { $role } from "../session/session.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { avatar } from "../ui/avatar.ts";

/** `<gueridon-myself>` */
@customElement("gueridon-myself")
export class AccountMenu extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      details {
        position: relative;
      }
      summary {
        max-width: 14rem;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        color: var(--accent);
        cursor: pointer;
      }
      .menu {
        position: absolute;
        inset-inline-end: 0;
        z-index: 10;
        display: grid;
        gap: 0.4rem;
        min-width: 13rem;
        max-width: calc(100vw - 2rem);
        margin-top: 0.4rem;
      }
      .menu a,
      .menu button {
        justify-content: start;
        min-height: 2.25rem;
        padding: 0.3rem 0.5rem;
        text-align: start;
      }
      .menu p {
        margin: 0;
      }
    `,
  ];
  readonly #language = new StoreController(this, $language);
  readonly #role = new StoreController(this, $role);
  @property({ attribute: false }) player: WhoFragment | null = null;
  /** The path of the page that is shown. */
  @property() place = "";
  @state() private isOpen = false;
  @state() private fault = "";

  readonly #outside = (event: Event) => {
    if (!event.composedPath().includes(this)) this.isOpen = false;
  };

  override connectedCallback() {
    super.connectedCallback();
    document.addEventListener("click", this.#outside);
    document.addEventListener("focusin", this.#outside);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener("click", this.#outside);
    document.removeEventListener("focusin", this.#outside);
  }

  override render() {
    if (this.player === null) return "";
    const { id, name, standing } = this.player;
    const isGuest = standing === "GUEST";
    const link = (to: string, words: string) =>
      html`<a href=${to} aria-current=${to === this.place ? "page" : "false"} @click=${this.#close}
        >${words}</a
      >`;
    return html`<details
      lang=${this.#language.value.toLowerCase()}
      ?open=${this.isOpen}
      @toggle=${this.#toggled}
      @keydown=${this.#key}
    >
      <summary>
        ${avatar(name)}
        ${name}${isGuest ? html` <span class="soft">(${t("players.standing.GUEST")})</span>` : ""}
      </summary>
      <div class="menu panel">
        ${link("/account", t("account.title"))}
        ${link(`/players/${id}`, t("shell.accountMenu.results"))}
        ${this.#role.value === "PLAYER" ? "" : link("/reports", t("moderation.reports.title"))}
        ${this.#role.value === "OPERATOR" ? link("/operations", t("operations.title")) : ""}
        ${
          isGuest
            ? html`<p class="soft">${t("shell.accountMenu.guestHint")}</p>`
            : html`<button type="button" @click=${this.#leave}>
                ${t("shell.accountMenu.signOut")}
              </button>`
        }
        <div role="alert">${this.fault}</div>
      </div>
    </details>`;
  }

  #toggled(event: Event) {
    if (event.target instanceof HTMLDetailsElement) this.isOpen = event.target.open;
  }

  #close() {
    this.isOpen = false;
  }

  #key({ key }: KeyboardEvent) {
    if (key !== "Escape" || !this.isOpen) return;
    this.isOpen = false;
    this.renderRoot.querySelector("summary")?.focus();
  }

  async #leave() {
    const refusal = await signOut(false);
    this.fault = refusal?.message ?? "";
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-myself": AccountMenu;
  }
}

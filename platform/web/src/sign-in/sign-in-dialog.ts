// The dialog that asks a visitor to sign in when an action needs it.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, query } from "lit/decorators.js";
import { signInPage } from "./return-address.ts";
import { $me } from "../session/session.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import "./guest-form.ts";

/** `<gueridon-who>`: closed until `known` is called. */
@customElement("gueridon-who")
export class SignInDialog extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      dialog {
        width: min(32rem, calc(100vw - 2rem));
        padding: 1.25rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--surface);
        color: var(--ink);
      }
      dialog::backdrop {
        background: #000a;
      }
      .foot {
        margin-top: 1rem;
        justify-content: space-between;
      }
    `,
  ];

  @query("dialog") private readonly dialog?: HTMLDialogElement;
  readonly #language = new StoreController(this, $language);
  #answer: ((isKnown: boolean) => void) | null = null;

  override render() {
    return html`<dialog
      aria-labelledby="title"
      lang=${this.#language.value.toLowerCase()}
      @close=${this.#closed}
    >
      <h2 id="title">${t("signIn.dialog.title")}</h2>
      <p>${t("signIn.dialog.text")}</p>
      <gueridon-guest @gueridon-signed-in=${this.#close}></gueridon-guest>
      <div class="row foot">
        <a href=${signInPage(location.pathname + location.search)}
          >${t("signIn.dialog.toSignIn")}</a
        >
        <button type="button" @click=${this.#close}>${t("signIn.dialog.cancel")}</button>
      </div>
    </dialog>`;
  }

  /** Whether the visitor is signed in, after asking them to if needed. */
  async known(): Promise<boolean> {
    if ($me.get()) return true;
    this.requestUpdate();
    await this.updateComplete;
    this.dialog?.showModal();
    this.renderRoot.querySelector("gueridon-guest")?.focus();
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  #close() {
    this.dialog?.close();
  }

  #closed() {
    this.#answer?.(Boolean($me.get()));
    this.#answer = null;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-who": SignInDialog;
  }
}

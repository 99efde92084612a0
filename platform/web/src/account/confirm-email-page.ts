// The page behind the link that confirms an email address.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, state } from "lit/decorators.js";
import { mutate, type Refusal } from "../api/mutate.ts";
import { ConfirmEmailDocument } from "../api/generated.ts";
import { takeToken } from "../sign-in/link-token.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { Title } from "../navigation/title.ts";
import { t } from "../i18n/words.ts";

/** `<gueridon-confirm>` */
@customElement("gueridon-confirm")
export class ConfirmEmailPage extends LitElement {
  static override styles = [sharedStyles];
  readonly #language = new StoreController(this, $language);
  @state() private stands: "asked" | "done" | "refused" | "nothing" = "nothing";
  @state() private refusal: Refusal | null = null;
  #token: string | null = null;

  constructor() {
    super();
    new Title(this, () => t("account.confirmEmail.title"));
  }

  readonly #take = () => {
    const token = takeToken();
    if (token === null) return;
    this.#token = token;
    void this.#confirm(token);
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

  async #confirm(token: string) {
    this.stands = "asked";
    const { refusal } = await mutate(ConfirmEmailDocument, { token });
    if (token !== this.#token) return;
    this.refusal = refusal;
    this.stands = refusal ? "refused" : "done";
  }

  override render() {
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      <h1>${t("account.confirmEmail.title")}</h1>
      <div role="status">${this.#said()}</div>
      <p><a class="button" href="/account">${t("account.confirmEmail.toAccount")}</a></p>
    </section>`;
  }

  #said() {
    if (this.stands === "asked") return html`<p>${t("account.confirmEmail.pending")}</p>`;
    if (this.stands === "done") return html`<p>✓ ${t("account.confirmEmail.done")}</p>`;
    if (this.stands === "nothing") return html`<p>${t("account.confirmEmail.noToken")}</p>`;
    if (this.refusal?.code === "UNKNOWN_TOKEN") {
      return html`<p class="refusal">${t("account.confirmEmail.linkUsed")}</p>`;
    }
    const again = () => {
      if (this.#token !== null) void this.#confirm(this.#token);
    };
    return html`<p class="refusal">${this.refusal?.message}</p>
      <p>
        <button type="button" @click=${again}>${t("account.confirmEmail.retry")}</button>
      </p>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-confirm": ConfirmEmailPage;
  }
}

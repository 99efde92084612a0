// The page behind an invitation link: uses the code, then goes to the table.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ask } from "../api/client.ts";
import { InviteOfDocument, UseInviteDocument, type InviteOfQuery } from "../api/generated.ts";
import { mutate } from "../api/mutate.ts";
import "../sign-in/guest-form.ts";
import { signInPage } from "../sign-in/return-address.ts";
import { goInstead } from "../navigation/router.ts";
import { $me } from "../session/session.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { Title } from "../navigation/title.ts";
import { t } from "../i18n/words.ts";

/** `<gueridon-invite>` */
@customElement("gueridon-invite")
export class InvitePage extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      section {
        max-width: 40rem;
        margin: 2rem auto;
      }
      .foot {
        margin: 1rem 0 0;
      }
    `,
  ];

  /** The code, as in `Table.inviteCode`. */
  @property() code = "";
  @state() private invite: InviteOfQuery["invite"] = null;
  @state() private refusal: string | null = null;
  readonly #language = new StoreController(this, $language);
  readonly #me = new StoreController(this, $me);
  #used = "";
  #learnt = "";

  constructor() {
    super();
    new Title(this, () => t("invitations.page.title"));
  }

  override render() {
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      <h1>${t("invitations.page.title")}</h1>
      ${
        this.refusal !== null
          ? html`<p class="refusal" role="alert">${this.refusal}</p>
              <a class="button" href="/">${t("notFound.back")}</a>`
          : this.#me.value === null
            ? html`<p>${this.#who()}</p>
                <gueridon-guest></gueridon-guest>
                <p class="foot">
                  <a href=${signInPage(location.pathname)}>${t("signIn.dialog.toSignIn")}</a>
                </p>`
            : html`<p role="status">${t("invitations.page.opening")}</p>`
      }
    </section>`;
  }

  /** Who invites to what, as far as it is known. */
  #who(): string {
    const { owner, game } = this.invite ?? {};
    if (!owner || !game) return t("invitations.page.text");
    return t("invitations.page.from", { name: owner.name, game: game.title });
  }

  async #learn(asked: string) {
    const variables = { code: this.code, language: this.#language.value };
    // Without an answer the invitation says less.
    const found = await ask(InviteOfDocument, variables).catch(() => null);
    if (asked === this.#learnt) this.invite = found?.invite ?? null;
  }

  override updated() {
    const asked = `${this.code} ${this.#language.value}`;
    if (this.#me.value === null && asked !== this.#learnt) {
      this.#learnt = asked;
      void this.#learn(asked);
    }
    const me = this.#me.value;
    const wanted = me ? `${me.id} ${this.code}` : "";
    if (wanted === "" || wanted === this.#used) return;
    this.#used = wanted;
    void this.#use();
  }

  async #use() {
    const { done, refusal } = await mutate(UseInviteDocument, { code: this.code });
    if (!this.isConnected) return;
    if (done?.table) goInstead(`/tables/${done.table.id}`);
    else this.refusal = refusal?.message ?? t("errors.unknown");
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-invite": InvitePage;
  }
}

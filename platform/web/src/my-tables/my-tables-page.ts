// The page of the visitor's tables, those with their turn first, and of their invitations.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { DeclineInvitationDocument, SitDocument } from "../api/generated.ts";
import { mutate } from "../api/mutate.ts";
import {
  $invitations,
  $myTables,
  $myTablesError,
  $turns,
  forgetInvitation,
  type Invitation,
} from "./my-tables.ts";
import "../sign-in/guest-form.ts";
import "../tables/table-card.ts";
import { signInPage } from "../sign-in/return-address.ts";
import { go } from "../navigation/router.ts";
import { $me } from "../session/session.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { Title } from "../navigation/title.ts";
import { labelled } from "../i18n/labelled.ts";
import { t } from "../i18n/words.ts";
import { formatTime } from "../i18n/time-format.ts";

/** `<gueridon-mine>` */
@customElement("gueridon-mine")
export class MyTablesPage extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      section {
        margin-bottom: 2rem;
      }
      .cards {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr));
        gap: var(--space);
      }
      .from {
        flex-basis: 100%;
        margin: 0;
      }
    `,
  ];

  readonly #language = new StoreController(this, $language);
  readonly #me = new StoreController(this, $me);
  readonly #mine = new StoreController(this, $myTables);
  readonly #turns = new StoreController(this, $turns);
  readonly #invitations = new StoreController(this, $invitations);
  readonly #fault = new StoreController(this, $myTablesError);
  @state() private refusal: string | null = null;

  constructor() {
    super();
    new Title(this, () => t("myTables.title"));
  }

  override render() {
    const me = this.#me.value;
    return html`<div lang=${this.#language.value.toLowerCase()}>
      <h1 tabindex="-1">${t("myTables.title")}</h1>
      ${this.#fault.value === null ? "" : html`<p class="refusal" role="alert">${this.#fault.value}</p>`}
      ${me === null ? this.#stranger() : ""} ${me ? html`${this.#invited()} ${this.#tables()}` : ""}
      ${
        me
          ? html`<section aria-labelledby="finished">
              <h2 id="finished">${t("myTables.finished")}</h2>
              <p><a href="/players/${me.id}">${t("myTables.results")}</a></p>
            </section>`
          : ""
      }
    </div>`;
  }

  #stranger() {
    return html`<section class="panel">
      <p>${t("myTables.signedOut")}</p>
      <gueridon-guest @gueridon-signed-in=${this.#greet}></gueridon-guest>
      <p><a href=${signInPage("/mine")}>${t("signIn.dialog.toSignIn")}</a></p>
    </section>`;
  }

  async #greet() {
    // The focused element is about to be removed.
    await this.updateComplete;
    this.renderRoot.querySelector("h1")?.focus();
  }

  #tables() {
    const mine = this.#mine.value;
    const waiting = new Set(this.#turns.value.map(({ id }) => id));
    if (mine === null) return html`<p role="status">${t("myTables.loading")}</p>`;
    return html`<section aria-labelledby="tables">
      <h2 id="tables" tabindex="-1">${t("myTables.tables")}</h2>
      <p class="soft">${t("myTables.turns", { count: waiting.size })}</p>
      ${
        mine.length === 0
          ? html`<div class="panel">
              <p>${t("myTables.empty")}</p>
              <div class="row">
                <a class="button main" href="/new">${t("lobby.open")}</a>
                <a class="button" href="/">${t("myTables.toLobby")}</a>
              </div>
            </div>`
          : ""
      }
      <div class="cards">
        ${repeat(
          mine,
          ({ id }) => id,
          (table) => {
            const isTurn = waiting.has(table.id);
            const words = isTurn
              ? t("myTables.play")
              : table.status === "OPEN"
                ? t("lobby.toTable")
                : t("lobby.continue");
            return html`<gueridon-table-card .table=${table} ?is-turn=${isTurn}>
              <a
                class="button ${isTurn ? "main" : ""}"
                href="/tables/${table.id}"
                aria-label=${labelled(words, table.game?.title ?? "")}
                >${words}</a
              >
            </gueridon-table-card>`;
          },
        )}
      </div>
    </section>`;
  }

  #invited() {
    const invitations = this.#invitations.value;
    if (invitations.length === 0 && this.refusal === null) return "";
    return html`<section aria-labelledby="invitations">
      <h2 id="invitations" tabindex="-1">${t("myTables.invitations")}</h2>
      ${this.refusal === null ? "" : html`<p class="refusal" role="alert">${this.refusal}</p>`}
      <div class="cards">
        ${repeat(
          invitations,
          ({ table }) => table.id,
          (invitation) => this.#invitation(invitation),
        )}
      </div>
    </section>`;
  }

  #invitation({ table, inviter, at }: Invitation) {
    const title = table.game?.title ?? "";
    const accept = () => void this.#accept(table.id);
    const decline = () => void this.#decline(table.id);
    return html`<gueridon-table-card .table=${table}>
      <p class="from">
        ${
          inviter
            ? t("myTables.invitedBy", { name: inviter.name, game: title })
            : t("myTables.invitedByCode", { name: table.owner?.name ?? "", game: title })
        }
        <time class="soft" datetime=${at}>${formatTime(at)}</time>
      </p>
      <button class="main" aria-label=${labelled(t("myTables.accept"), title)} @click=${accept}>
        ${t("myTables.accept")}
      </button>
      <button aria-label=${labelled(t("myTables.decline"), title)} @click=${decline}>
        ${t("myTables.decline")}
      </button>
    </gueridon-table-card>`;
  }

  async #accept(table: string) {
    const { refusal } = await mutate(SitDocument, { table, seat: null });
    this.refusal = refusal?.message ?? null;
    if (refusal === null && this.isConnected) go(`/tables/${table}`);
  }

  async #decline(table: string) {
    const { refusal } = await mutate(DeclineInvitationDocument, { table });
    this.refusal = refusal?.message ?? null;
    if (refusal === null) forgetInvitation(table);
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("#invitations, #tables")?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-mine": MyTablesPage;
  }
}

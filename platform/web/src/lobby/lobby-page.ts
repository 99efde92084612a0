// The lobby: open tables, tables to watch, and the games of this server.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { SitDocument, type GameLineFragment } from "../api/generated.ts";
import { keepTrying } from "../api/connection.ts";
import { followList } from "../api/live-list.ts";
import { mutate } from "../api/mutate.ts";
import { errorMessage } from "../api/error-message.ts";
import { gamesIn } from "../games/games.ts";
import "./game-list.ts";
import "../sign-in/guest-form.ts";
import "../tables/table-card.ts";
import "../sign-in/sign-in-dialog.ts";
import type { SignInDialog } from "../sign-in/sign-in-dialog.ts";
import { go } from "../navigation/router.ts";
import { $me } from "../session/session.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { WideScreen } from "../ui/wide-screen.ts";
import { isOpenTo } from "../tables/seat-line.ts";
import { sitsAt, type TableLine } from "../tables/table-line.ts";
import { tableUpdates, newestTables, type TableList } from "./table-lists.ts";
import { Title } from "../navigation/title.ts";
import { labelled } from "../i18n/labelled.ts";
import { t } from "../i18n/words.ts";

/** So many tables of a sort are listed at first, so that what is below them is not far. */
const FEW = { wide: 6, narrow: 3 };

/** `<gueridon-lobby>` */
@customElement("gueridon-lobby")
export class LobbyPage extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      .head {
        justify-content: space-between;
        margin-bottom: var(--space);
      }
      .head h1 {
        margin: 0;
      }
      .big {
        min-height: 3rem;
        font-size: 1.1rem;
      }
      section {
        margin-bottom: 2rem;
      }
      .cards {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr));
        gap: var(--space);
      }
      .narrow {
        justify-content: space-between;
        margin-bottom: 0.75rem;
      }
      .narrow h2 {
        margin: 0;
      }
      .narrow label {
        display: inline-flex;
        align-items: center;
        gap: 0.5rem;
        font-weight: 400;
      }
      .refusal {
        margin-bottom: 0.75rem;
      }
      .more {
        margin-top: var(--space);
      }
    `,
  ];

  readonly #language = new StoreController(this, $language);
  readonly #me = new StoreController(this, $me);
  readonly #screen = new WideScreen(this);
  @state() private games: readonly GameLineFragment[] = [];
  /** The game to which the lists are narrowed; null for all. */
  @state() private game: string | null = null;
  /** Null until it is loaded. */
  @state() private open: TableList | null = null;
  @state() private played: readonly TableLine[] = [];
  @state() private pages = 1;
  /** The lists that are shown whole. */
  @state() private unfolded: ReadonlySet<"open" | "played"> = new Set();
  @state() private fault: string | null = null;
  /** Why the visitor did not get a seat, and at which table. */
  @state() private refusal: string | null = null;
  @query("gueridon-who") private readonly who?: SignInDialog;
  @query("h1") private readonly heading?: HTMLElement;
  @query("#refusal") private readonly refused?: HTMLElement;
  #listening = new AbortController();
  #wanted = "";

  constructor() {
    super();
    new Title(this, () => t("lobby.title"));
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#listening.abort();
    this.#wanted = "";
  }

  override updated() {
    // Signing in may show other tables.
    const wanted = [this.#language.value, this.game, this.pages, this.#me.value?.id].join(" ");
    // Until the session is known, the lists would be loaded twice.
    if (this.#me.value === undefined || wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#listening.abort();
    this.#listening = new AbortController();
    void this.#follow(this.#listening.signal);
  }

  async #follow(signal: AbortSignal) {
    const { game, pages } = this;
    const language = this.#language.value;
    let hasMore = false;
    const tables = followList<TableLine>(
      {
        listen: (until) => tableUpdates(game, language, until),
        list: async () => {
          const [open, played] = await Promise.all([
            newestTables("OPEN", { game, language, pages }),
            newestTables("PLAYING", { game, language, pages: 1 }),
          ]);
          ({ hasMore } = open);
          // A table that begins between the two answers is in both; the second one counts.
          return [...open.tables, ...played.tables];
        },
        show: (tables) => {
          this.open = { tables: tables.filter(({ status }) => status === "OPEN"), hasMore };
          this.played = tables.filter(({ status }) => status === "PLAYING");
          this.fault = null;
        },
      },
      signal,
    );
    try {
      await Promise.all([tables, this.#learnGames(signal)]);
    } catch (failed) {
      if (!signal.aborted) this.fault = errorMessage(failed);
    }
  }

  async #learnGames(signal: AbortSignal) {
    const language = this.#language.value;
    const games = await keepTrying(() => gamesIn(language), signal);
    if (games && !signal.aborted) this.games = games;
  }

  override render() {
    return html`<div lang=${this.#language.value.toLowerCase()}>
      <div class="row head">
        <h1 tabindex="-1">${t("lobby.title")}</h1>
        <a class="button main big" href="/new">${t("lobby.open")}</a>
      </div>
      ${this.#me.value === null ? this.#welcome() : ""}
      ${this.fault === null ? "" : html`<p class="refusal" role="alert">${this.fault}</p>`}
      ${this.#isNewcomer ? this.#games() : ""} ${this.#openTables()}
      ${this.#isNewcomer ? "" : this.#games()} ${this.#playedTables()}
      <gueridon-who></gueridon-who>
    </div>`;
  }

  /** Whether the visitor may not know the games yet: they come first then, before tables of others. */
  get #isNewcomer(): boolean {
    return this.#me.value?.standing !== "REGISTERED";
  }

  #games() {
    return html`<section aria-labelledby="games">
      <h2 id="games">${t("lobby.games")}</h2>
      <gueridon-games .games=${this.games}></gueridon-games>
    </section>`;
  }

  #welcome() {
    return html`<section class="panel" aria-labelledby="welcome">
      <h2 id="welcome">${t("lobby.welcome")}</h2>
      <p>${t("lobby.welcomeText")}</p>
      <gueridon-guest @gueridon-signed-in=${this.#greet}></gueridon-guest>
      <p class="more"><a href="/sign-in">${t("lobby.signIn")}</a></p>
    </section>`;
  }

  async #greet() {
    // The focused element is about to be removed.
    await this.updateComplete;
    this.heading?.focus();
  }

  #openTables() {
    const { open } = this;
    const choose = (event: Event) => {
      const { value } = event.target as HTMLSelectElement;
      this.game = value === "" ? null : value;
      this.pages = 1;
    };
    return html`<section aria-labelledby="open">
      <div class="row narrow">
        <h2 id="open">${t("lobby.openTables")}</h2>
        <label>
          ${t("lobby.game")}
          <select @change=${choose}>
            <option value="">${t("lobby.allGames")}</option>
            ${this.games.map(
              ({ id, title }) =>
                html`<option value=${id} ?selected=${id === this.game}>${title}</option>`,
            )}
          </select>
        </label>
      </div>
      <div id="refusal" role="alert" tabindex="-1" class=${this.refusal === null ? "" : "refusal"}>
        ${this.refusal}
      </div>
      <p class="soft" role="status">
        ${
          open === null
            ? t("lobby.loading")
            : open.tables.length === 0
              ? t("lobby.empty")
              : t("lobby.openCount", { count: open.tables.length })
        }
      </p>
      <div class="cards">
        ${repeat(
          this.#shown("open", open?.tables ?? []),
          ({ id }) => id,
          (table) =>
            html`<gueridon-table-card .table=${table}>
              ${this.#openActions(table)}
            </gueridon-table-card>`,
        )}
      </div>
      ${this.#rest("open", open?.tables ?? [])}
      ${
        open?.hasMore && this.#shown("open", open.tables).length === open.tables.length
          ? html`<button class="more" type="button" @click=${this.#more}>
              ${t("lobby.more")}
            </button>`
          : ""
      }
    </section>`;
  }

  #playedTables() {
    const me = this.#me.value?.id;
    const tables = this.played.filter(
      (table) => table.settings.spectators !== "FORBIDDEN" || sitsAt(table, me),
    );
    return html`<section aria-labelledby="played">
      <h2 id="played">${t("lobby.tablesInPlay")}</h2>
      ${tables.length === 0 ? html`<p class="soft">${t("lobby.noTablesInPlay")}</p>` : ""}
      <div class="cards">
        ${repeat(
          this.#shown("played", tables),
          ({ id }) => id,
          (table) =>
            html`<gueridon-table-card .table=${table}>
              ${link(table, sitsAt(table, me) ? t("lobby.continue") : t("lobby.watch"))}
            </gueridon-table-card>`,
        )}
      </div>
      ${this.#rest("played", tables)}
    </section>`;
  }

  /** What of a list is shown: the first few, or all. One more would not be worth a button. */
  #shown(list: "open" | "played", tables: readonly TableLine[]): readonly TableLine[] {
    const few = this.#screen.isWide ? FEW.wide : FEW.narrow;
    const isWhole = this.unfolded.has(list) || tables.length <= few + 1;
    return isWhole ? tables : tables.slice(0, few);
  }

  /** The button that shows the rest of a list. */
  #rest(list: "open" | "played", tables: readonly TableLine[]) {
    const count = tables.length - this.#shown(list, tables).length;
    const unfold = async () => {
      const next = this.#shown(list, tables).length;
      this.unfolded = new Set([...this.unfolded, list]);
      await this.updateComplete;
      // The button is gone: the focus goes to the first table that it has shown.
      const cards = this.renderRoot.querySelectorAll(
        `[aria-labelledby="${list}"] gueridon-table-card`,
      );
      cards[next]?.querySelector<HTMLElement>("button, a")?.focus();
    };
    return count === 0
      ? ""
      : html`<button class="more" type="button" @click=${unfold}>
          ${t(list === "open" ? "lobby.moreOpen" : "lobby.moreInPlay", { count })}
        </button>`;
  }

  #openActions(table: TableLine) {
    const hasSeat = sitsAt(table, this.#me.value?.id);
    const isFull = !table.seats.some((seat) => isOpenTo(seat, this.#me.value?.id));
    const sit = () => void this.#sit(table);
    return html`
      ${
        hasSeat || isFull
          ? ""
          : html`<button
              class="main"
              aria-label=${labelled(t("lobby.sit"), called(table))}
              @click=${sit}
            >
              ${t("lobby.sit")}
            </button>`
      }
      ${link(table, hasSeat ? t("lobby.toTable") : t("lobby.view"))}
    `;
  }

  async #sit(table: TableLine) {
    this.refusal = null;
    if (!(await this.who?.known())) return;
    const { refusal } = await mutate(SitDocument, { table: table.id, seat: null });
    if (!this.isConnected) return;
    if (refusal === null) {
      go(`/tables/${table.id}`);
      return;
    }
    // Not on the table's card: it is often removed for the same reason.
    this.refusal = labelled(called(table), refusal.message);
    await this.updateComplete;
    this.refused?.focus();
  }

  #more() {
    this.pages += 1;
  }
}

/** A link to a table, with an accessible name that differs from that of other links. */
function link(table: TableLine, words: string) {
  return html`<a
    class="button"
    href="/tables/${table.id}"
    aria-label=${labelled(words, called(table))}
    >${words}</a
  >`;
}

function called({ game, owner, seats }: TableLine): string {
  const title = game?.title ?? t("tables.gameRemoved");
  const name = owner?.name ?? seats.find((seat) => seat.name !== null)?.name;
  return name == null ? title : t("tables.nameOfTable", { title, name });
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-lobby": LobbyPage;
  }
}

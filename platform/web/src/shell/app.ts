// The frame around every page: navigation, preferences, the connection's banner, whose turn it is.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { announcementOf } from "../ui/announcement.ts";
import { $connection } from "../api/connection.ts";
import { $unsent } from "../api/retry.ts";
import { $myTables, $turns, followMyTables } from "../my-tables/my-tables.ts";
import { $route } from "../navigation/router.ts";
import { $me } from "../session/session.ts";
import { $language } from "../preferences/preferences.ts";
import "./preferences-menu.ts";
import "./account-menu.ts";
import { notify } from "./notifier.ts";
import { signInPage } from "../sign-in/return-address.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { WideScreen } from "../ui/wide-screen.ts";
import { $isWantedHere, $title } from "../navigation/title.ts";
import { t } from "../i18n/words.ts";

/** `<gueridon-app>`: the whole page. */
@customElement("gueridon-app")
export class App extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      header {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.5rem 1.25rem;
        padding: 0.5rem var(--space);
        border-bottom: 1px solid var(--line);
        background: var(--surface);
      }
      .name {
        font-family: var(--font-title);
        font-size: 1.3rem;
        font-weight: 700;
        text-decoration: none;
        color: var(--ink);
      }
      nav {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 1rem;
        margin-inline-start: auto;
      }
      main {
        max-width: 90rem;
        margin: 0 auto;
        padding: var(--space);
      }
      main:focus {
        outline: none;
      }
      .count {
        display: inline-block;
        min-width: 1.5em;
        padding: 0 0.4em;
        border-radius: 1em;
        background: var(--turn);
        color: var(--paper);
        font-weight: 700;
        text-align: center;
      }
      footer {
        padding: 0 var(--space) var(--space);
        text-align: center;
      }
      .skip:not(:focus) {
        position: absolute;
        left: -100vw;
      }
      .banner {
        padding: 0.5rem var(--space);
        background: var(--bad-soft);
        color: var(--bad);
        text-align: center;
      }
      /* On a telephone two lines: name and choices, then where to go. */
      @media (max-width: 40rem) {
        header {
          gap: 0.1rem 0.75rem;
          padding-block: 0.25rem;
        }
        .name {
          font-size: 1.15rem;
        }
        gueridon-choices {
          flex-wrap: nowrap;
          margin-inline-start: auto;
        }
        nav {
          flex: 1 0 100%;
          flex-wrap: nowrap;
          align-items: center;
          gap: 0.75rem;
          min-width: 0;
          margin: 0;
          white-space: nowrap;
        }
        gueridon-myself {
          min-width: 0;
          margin-inline-start: auto;
        }
      }
    `,
  ];

  readonly #language = new StoreController(this, $language);
  readonly #route = new StoreController(this, $route);
  readonly #me = new StoreController(this, $me);
  readonly #connection = new StoreController(this, $connection);
  readonly #unsent = new StoreController(this, $unsent);
  readonly #title = new StoreController(this, $title);
  readonly #turns = new StoreController(this, $turns);
  readonly #isWantedHere = new StoreController(this, $isWantedHere);
  /** Everything in one line, as in the styles. */
  readonly #screen = new WideScreen(this, "(min-width: 40.01rem)");
  @state() private announcement = "";
  /** The tables with the visitor's turn at the last update; null before they are known. */
  #waiting: ReadonlySet<string> | null = null;
  #shown: unknown = null;
  #pages = 0;
  #isLost = false;

  override connectedCallback() {
    super.connectedCallback();
    followMyTables();
  }

  override willUpdate() {
    const connection = this.#connection.value;
    if (connection === "open" && this.#isLost) this.#announce(t("connection.back"));
    if (connection !== "none") this.#isLost = connection === "lost";
    const turns = this.#turns.value;
    const fresh = turns.filter(({ id }) => this.#waiting?.has(id) === false);
    // Turns from before the page was opened are not announced.
    if (fresh.length > 0) {
      const games = fresh.map(({ game }) => game?.title ?? "").join(", ");
      const words = t("myTables.announcement", { games });
      this.#announce(words);
      notify(t("app.name"), words);
    } else if (turns.length === 0 && (this.#waiting?.size ?? 0) > 0) this.announcement = "";
    this.#waiting = $myTables.get() ? new Set(turns.map(({ id }) => id)) : null;
  }

  #announce(words: string) {
    this.announcement = announcementOf(this.announcement, words);
  }

  override updated() {
    // The table that is open is updated a little earlier than the list.
    const count = Math.max(this.#turns.value.length, this.#isWantedHere.value ? 1 : 0);
    const name = t("app.name");
    const page = this.#title.value === "" ? name : `${this.#title.value} – ${name}`;
    document.title = count > 0 ? `(${count}) ${page}` : page;
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    icon?.setAttribute("href", count > 0 ? "/icon-turn.svg" : "/icon.svg");
    this.#moveFocus();
  }

  /** Moves the focus to the top of a new page, so that screen readers begin there. */
  #moveFocus() {
    const { page } = this.#route.value;
    if (page === this.#shown) return;
    // The first is the empty page before anything is loaded, the second the one that was opened.
    const isLater = this.#pages > 1;
    this.#pages += 1;
    this.#shown = page;
    if (isLater) this.renderRoot.querySelector<HTMLElement>("main")?.focus();
  }

  override render() {
    const { page, place } = this.#route.value;
    return html`
      <header lang=${this.#language.value.toLowerCase()}>
        <button class="skip" type="button" @click=${this.#skip}>${t("app.skip")}</button>
        <a class="name" href="/">${t("app.name")}</a>
        ${repeat(
          // In the order in which they are seen, which the focus follows.
          this.#screen.isWide ? (["ways", "choices"] as const) : (["choices", "ways"] as const),
          (part) => part,
          (part) =>
            part === "ways" ? this.#ways(place) : html`<gueridon-choices></gueridon-choices>`,
        )}
      </header>
      <p class="visually-hidden" role="status" aria-live="polite">${this.announcement}</p>
      <div role="status" aria-live="polite">
        ${
          this.#connection.value === "lost" || this.#unsent.value > 0
            ? html`<p class="banner">
                ${t("connection.lost")} ${this.#unsent.value > 0 ? t("connection.unsent") : ""}
              </p>`
            : ""
        }
      </div>
      <main id="page" tabindex="-1">${page}</main>
      <footer lang=${this.#language.value.toLowerCase()}>
        ${link("/credits", t("nav.credits"), place)}
      </footer>
    `;
  }

  /** Where to go, and the visitor's own menu. */
  #ways(place: string) {
    const me = this.#me.value;
    return html`<nav aria-label=${t("app.navigation")}>
      ${link("/", t("nav.lobby"), place)} ${me ? this.#mine(place) : ""}
      ${
        me
          ? html`<gueridon-myself .player=${me} place=${location.pathname}></gueridon-myself>`
          : me === null
            ? html`<a
                href=${signInPage(location.pathname + location.search)}
                aria-current=${place === "/sign-in" ? "page" : "false"}
                >${t("nav.signIn")}</a
              >`
            : nothing
      }
    </nav>`;
  }

  /** The link to the visitor's tables, with the number of turns. */
  #mine(place: string) {
    const count = this.#turns.value.length;
    return html`<a href="/mine" aria-current=${place === "/mine" ? "page" : "false"}
      >${t("nav.mine")}${
        count === 0
          ? ""
          : html` <span class="count" aria-hidden="true">${count}</span
              ><span class="visually-hidden">${t("myTables.waiting", { count })}</span>`
      }</a
    >`;
  }

  #skip() {
    this.renderRoot.querySelector<HTMLElement>("main")?.focus();
  }
}

function link(to: string, words: string, place: string) {
  return html`<a href=${to} aria-current=${to === place ? "page" : "false"}>${words}</a>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-app": App;
  }
}

// The frame around every page: navigation, settings, what is wrong with the connection.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement } from "lit/decorators.js";
import { $connection } from "./api/connection.ts";
import { $route } from "./router.ts";
import { $me } from "./session.ts";
import { $language } from "./settings.ts";
import "./parts/choices.ts";
import "./parts/who.ts";
import { signInPage } from "./people/next.ts";
import { shared } from "./styles/shared.ts";
import { t } from "./words.ts";

/** `<gueridon-app>`: the whole page. */
@customElement("gueridon-app")
export class App extends LitElement {
  static override styles = [
    shared,
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
    `,
  ];

  readonly #language = new StoreController(this, $language);
  readonly #route = new StoreController(this, $route);
  readonly #me = new StoreController(this, $me);
  readonly #connection = new StoreController(this, $connection);

  override render() {
    const { page, place } = this.#route.value;
    const me = this.#me.value;
    const link = (to: string, words: string) =>
      html`<a href=${to} aria-current=${to === place ? "page" : "false"}>${words}</a>`;
    return html`
      <a class="skip" href="#page" @click=${this.#skip}>${t("app.skip")}</a>
      <header lang=${this.#language.value.toLowerCase()}>
        <a class="name" href="/">${t("app.name")}</a>
        <nav aria-label=${t("app.navigation")}>
          ${link("/", t("nav.lobby"))}
          ${
            me
              ? html`<gueridon-who .player=${me} place=${place}></gueridon-who>`
              : html`<a
                  href=${signInPage(location.pathname + location.search)}
                  aria-current=${place === "/sign-in" ? "page" : "false"}
                  >${t("nav.signIn")}</a
                >`
          }
        </nav>
        <gueridon-choices></gueridon-choices>
      </header>
      <div role="status" aria-live="polite">
        ${
          this.#connection.value === "lost"
            ? html`<p class="banner">${t("connection.lost")}</p>`
            : ""
        }
      </div>
      <main id="page" tabindex="-1">${page}</main>
    `;
  }

  #skip(event: Event) {
    event.preventDefault();
    this.renderRoot.querySelector<HTMLElement>("main")?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-app": App;
  }
}

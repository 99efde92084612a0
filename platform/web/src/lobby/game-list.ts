// The games that can be played here.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { GameLineFragment } from "../api/generated.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { playerCount } from "../games/player-count.ts";
import { t } from "../i18n/words.ts";

/** `<gueridon-games>`: each with its numbers of players, and a link to open a table. */
@customElement("gueridon-games")
export class GameList extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      ul {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 16rem), 1fr));
        gap: var(--space);
      }
      li {
        display: flex;
        flex-direction: column;
        gap: 0.4rem;
      }
      h3,
      p {
        margin: 0;
      }
    `,
  ];

  @property({ attribute: false }) games: readonly GameLineFragment[] = [];
  readonly #language = new StoreController(this, $language);

  override render() {
    return html`<ul class="plain" lang=${this.#language.value.toLowerCase()}>
      ${this.games.map(
        ({ id, title, seats }) =>
          html`<li class="panel">
            <h3>${title}</h3>
            <p class="soft">${playerCount(seats)}</p>
            <a
              class="button"
              href="/new?game=${encodeURIComponent(id)}"
              aria-label="${t("lobby.open")}: ${title}"
              >${t("lobby.open")}</a
            >
          </li>`,
      )}
    </ul>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-games": GameList;
  }
}

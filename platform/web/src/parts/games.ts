// The games that can be played here.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { GameLineFragment } from "../api/generated.ts";
import { $language } from "../settings.ts";
import { shared } from "../styles/shared.ts";
import { t } from "../words.ts";

/** `<gueridon-games>`: each with how many can play it, and the way to a table of it. */
@customElement("gueridon-games")
export class Games extends LitElement {
  static override styles = [
    shared,
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
            <p class="soft">${players(seats)}</p>
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

/** For how many a game is: numbers in a row as the first and the last. */
export function players(seats: readonly number[]): string {
  const [first, last] = [seats[0] ?? 0, seats.at(-1) ?? 0];
  if (first === last) return t("games.players", { count: first });
  const isRow = last - first === seats.length - 1;
  if (isRow) return t("games.playersTo", { first, last });
  const numbers = seats.slice(0, -1).join(", ");
  return t("games.playersOr", { numbers, last });
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-games": Games;
  }
}

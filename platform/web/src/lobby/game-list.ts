// The games that can be played here.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { GameLineFragment } from "../api/generated.ts";
import "../first-game/first-game-button.ts";
import { factsOf, pictureOf } from "../learning/facts.ts";
import { inLanguage, type Learning } from "../learning/learning.ts";
import { learningOf } from "../learning/load.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { labelled } from "../i18n/labelled.ts";
import { t } from "../i18n/words.ts";

/**
 * `<gueridon-games>`: each with what it is like, and links to open a table and to learn it.
 */
@customElement("gueridon-games")
export class GameList extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      ul.games {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr));
        gap: var(--space);
      }
      li.panel {
        display: flex;
        flex-direction: column;
        gap: 0.5rem;
      }
      h3,
      p {
        margin: 0;
      }
      .picture {
        width: 100%;
        height: auto;
        border-radius: var(--radius);
      }
      .facts {
        display: flex;
        flex-wrap: wrap;
        gap: 0 0.9rem;
      }
      .doors {
        display: grid;
        grid-template-columns: 1fr 1fr;
        gap: 0.4rem;
        margin-top: auto;
      }
      gueridon-first-game {
        grid-column: 1 / -1;
      }
      /* On a telephone a game is told, rather than painted. */
      @media (max-width: 40rem) {
        .picture {
          max-height: 7rem;
          object-fit: cover;
        }
      }
    `,
  ];

  @property({ attribute: false }) games: readonly GameLineFragment[] = [];
  /** What the games bring for those who learn them, by their ids. */
  @state() private learning: ReadonlyMap<string, Learning> = new Map();
  readonly #language = new StoreController(this, $language);

  override willUpdate(changed: PropertyValues<this>) {
    if (changed.has("games")) for (const game of this.games) void this.#learn(game);
  }

  async #learn({ id, learning: path }: GameLineFragment) {
    // Without an answer the game is listed all the same.
    const learning = await learningOf(path).catch(() => null);
    if (learning) this.learning = new Map([...this.learning, [id, learning]]);
  }

  override render() {
    return html`<ul class="plain games" lang=${this.#language.value.toLowerCase()}>
      ${this.games.map((game) => this.#game(game, this.learning.get(game.id) ?? null))}
    </ul>`;
  }

  #game({ id, title, seats }: GameLineFragment, learning: Learning | null) {
    const [what] = learning?.summary ?? [];
    const game = encodeURIComponent(id);
    return html`<li class="panel">
      ${learning ? pictureOf(learning) : nothing}
      <h3>${title}</h3>
      <ul class="plain facts soft">
        ${factsOf(seats, learning).map((fact) => html`<li>${fact}</li>`)}
      </ul>
      ${what ? html`<p>${inLanguage(what, this.#language.value)}</p>` : nothing}
      <div class="doors">
        ${
          learning?.firstGame
            ? html`<gueridon-first-game
                game=${id}
                name=${title}
                .first=${learning.firstGame}
              ></gueridon-first-game>`
            : nothing
        }
        <a class="button" href="/new?game=${game}" aria-label=${labelled(t("lobby.open"), title)}
          >${t("lobby.open")}</a
        >
        ${
          learning
            ? html`<a
                class="button"
                href="/learn/${game}"
                aria-label=${labelled(t("learning.howToPlay"), title)}
                >${t("learning.howToPlay")}</a
              >`
            : nothing
        }
      </div>
    </li>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-games": GameList;
  }
}

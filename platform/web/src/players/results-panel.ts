// A player's results, the newest first.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { errorMessage } from "../api/error-message.ts";
import { ask } from "../api/client.ts";
import {
  PlayerResultsDocument,
  type GameLineFragment,
  type ResultLineFragment,
} from "../api/generated.ts";
import { gamesIn } from "../games/games.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { numeral } from "../i18n/numeral.ts";
import { t } from "../i18n/words.ts";
import { formatTime } from "../i18n/time-format.ts";
import { playerName } from "../ui/player-name.ts";
import { formStyles } from "../ui/form-styles.ts";
import { tallies } from "./tallies.ts";

/** `<gueridon-results player="ID">` */
@customElement("gueridon-results")
export class ResultsPanel extends LitElement {
  static override styles = [
    sharedStyles,
    formStyles,
    css`
      .rank {
        font-size: 1.15rem;
        font-weight: 700;
      }
      .best {
        color: var(--good);
      }
      .filter,
      .scroll {
        margin-bottom: var(--space);
      }
      caption {
        padding-bottom: 0.25rem;
        text-align: start;
      }
    `,
  ];
  readonly #language = new StoreController(this, $language);
  /** The player's id. */
  @property() player = "";
  @state() private game: string | null = null;
  @state() private games: readonly GameLineFragment[] = [];
  @state() private results: readonly ResultLineFragment[] | null = null;
  @state() private next: string | null = null;
  @state() private fault = "";
  @state() private said = "";
  #asked = "";

  override willUpdate(changed: PropertyValues<this>) {
    const asked = `${this.player} ${this.game ?? ""} ${this.#language.value}`;
    if (asked === this.#asked || this.player === "") return;
    this.#asked = asked;
    this.results = changed.has("player") ? null : this.results;
    void this.#load(null);
  }

  async #load(after: string | null) {
    const [asked, language] = [this.#asked, this.#language.value];
    const variables = { player: this.player, game: this.game, after, language };
    try {
      const [{ results }, games] = await Promise.all([
        ask(PlayerResultsDocument, variables),
        gamesIn(language),
      ]);
      // The answer is outdated, or this page was added already.
      if (asked !== this.#asked || (after !== null && after !== this.next)) return;
      this.results = after === null ? results.nodes : [...(this.results ?? []), ...results.nodes];
      this.next = results.pageInfo.hasNextPage ? results.pageInfo.endCursor : null;
      this.games = games;
      this.fault = "";
      if (after !== null) this.said = t("players.results.added", { count: results.nodes.length });
    } catch (failed) {
      if (asked === this.#asked) this.fault = errorMessage(failed);
    }
  }

  override render() {
    const choose = (event: Event) => {
      if (event.target instanceof HTMLSelectElement) this.game = event.target.value || null;
    };
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      <h2>${t("players.results.title")}</h2>
      <div class="filter">
        <label for="game">${t("players.results.game")}</label>
        <select id="game" @change=${choose}>
          <option value="">${t("players.results.allGames")}</option>
          ${this.games.map(
            ({ id, title }) =>
              html`<option value=${id} ?selected=${id === this.game}>${title}</option>`,
          )}
        </select>
      </div>
      ${this.fault ? html`<p class="refusal" role="alert">${this.fault}</p>` : ""}
      ${this.results ? this.#list(this.results) : ""}
    </section>`;
  }

  #list(results: readonly ResultLineFragment[]) {
    if (results.length === 0) return html`<p>${t("players.results.none")}</p>`;
    return html`${this.#summary(results)}
      <ol class="lines" aria-label=${t("players.results.title")}>
        ${results.map((result) => this.#line(result))}
      </ol>
      <p role="status" class="visually-hidden">${this.said}</p>
      ${
        this.next === null
          ? ""
          : html`<button type="button" @click=${() => this.#load(this.next)}>
              ${t("ui.more")}
            </button>`
      }`;
  }

  #summary(results: readonly ResultLineFragment[]) {
    const count = results.length;
    return html`<div class="scroll" role="group" tabindex="0" aria-labelledby="summary">
      <table>
        <caption id="summary" class="soft">
          ${
            this.next === null
              ? t("players.results.ofAll", { count })
              : t("players.results.ofSome", { count })
          }
        </caption>
        <thead>
          <tr>
            <th scope="col">${t("players.results.game")}</th>
            <th scope="col">${t("players.results.played")}</th>
            <th scope="col">${t("players.results.won")}</th>
            <th scope="col">${t("players.results.best")}</th>
          </tr>
        </thead>
        <tbody>
          ${tallies(results).map(
            ({ title, played, won, bestPoints }) =>
              html`<tr>
                <th scope="row">${title ?? t("players.results.gameRemoved")}</th>
                <td>${played}</td>
                <td>${won}</td>
                <td>${bestPoints}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #line({ seat, seats, rank, points, endedAt, table }: ResultLineFragment) {
    const others = table.seats.filter(({ number }) => number !== seat);
    const pointsOf = (number: number) =>
      table.result?.seats.find((one) => one.seat === number)?.points;
    return html`<li>
      <div>
        <p>
          <span class="rank ${rank === 1 ? "best" : ""}">
            ${rank === 1 ? "★ " : ""}${t("players.results.rank", { count: rank, ordinal: true, seats })}
          </span>
          · <strong>${table.game?.title ?? t("players.results.gameRemoved")}</strong> ·
          ${t("players.results.points", { count: points })}
          ${
            table.stoodIn?.includes(seat)
              ? html`<span class="badge soft">${t("table.result.stoodIn")}</span>`
              : ""
          }
        </p>
        <p>
          ${t("players.results.with")}
          ${others.map((other, index) => {
            const theirs = pointsOf(other.number);
            return html`${index === 0 ? "" : ", "}${
              other.player ? playerName(other.player) : other.name
            }${theirs === undefined ? "" : ` (${numeral(theirs)})`}`;
          })}
        </p>
        <p class="soft">
          <time datetime=${endedAt}>${formatTime(endedAt)}</time>
        </p>
      </div>
      <div class="row">
        <a class="button" href="/tables/${table.id}?at=0">
          ${t("players.results.replay")}
          <span class="visually-hidden">${table.game?.title} ${formatTime(endedAt)}</span>
        </a>
        <a class="button" href="/tables/${table.id}">
          ${t("players.results.end")}
          <span class="visually-hidden">${table.game?.title} ${formatTime(endedAt)}</span>
        </a>
      </div>
    </li>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-results": ResultsPanel;
  }
}

// A table as a card in a list: the game, the players, the settings, and actions.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { TableLineFragment } from "../api/generated.ts";
import { $language } from "../preferences/preferences.ts";
import { clockInWords, spectatorsInWords } from "./settings-summary.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { formatTime } from "../i18n/time-format.ts";
import "../options/options-summary.ts";
import { seatLabel, takenSeats } from "./seat-line.ts";

/** `<gueridon-table-card>`: its slot at the bottom takes the actions. */
@customElement("gueridon-table-card")
export class TableCard extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      article {
        display: flex;
        flex-direction: column;
        gap: 0.6rem;
        height: 100%;
      }
      header {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        justify-content: space-between;
        gap: 0.25rem 0.75rem;
      }
      h3 {
        margin: 0;
        font-size: 1.2rem;
      }
      dl {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 0.2rem 0.75rem;
        margin: 0;
      }
      dt {
        color: var(--ink-soft);
      }
      dd {
        margin: 0;
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .seats {
        display: flex;
        flex-wrap: wrap;
        gap: 0.35rem;
      }
      .seats li {
        padding: 0.1rem 0.6rem;
        border: 1px solid var(--line);
        border-radius: 1em;
        max-width: 100%;
        overflow-wrap: anywhere;
      }
      .seats li.free {
        border-style: dashed;
      }
      footer {
        margin-top: auto;
        padding-top: 0.4rem;
      }
      :host([is-turn]) article {
        border-inline-start: 0.4rem solid var(--turn);
      }
    `,
  ];

  @property({ attribute: false }) table: TableLineFragment | null = null;
  /** Whether it is the visitor's turn. */
  @property({ type: Boolean, attribute: "is-turn", reflect: true }) isTurn = false;
  readonly #language = new StoreController(this, $language);

  override render() {
    const { table } = this;
    if (!table) return "";
    const { seats, settings } = table;
    return html`<article
      class="panel"
      aria-labelledby="title"
      lang=${this.#language.value.toLowerCase()}
    >
      <header>
        <h3 id="title">${table.game?.title ?? t("tables.gameRemoved")}</h3>
        <span>${t("tables.seatsTaken", { taken: takenSeats(seats), count: seats.length })}</span>
      </header>
      ${this.isTurn ? html`<p class="turn">▸ ${t("tables.yourTurn")}</p>` : ""}
      <ul class="plain seats" aria-label=${t("tables.players")}>
        ${seats.map(
          (seat) => html`<li class=${seat.name === null ? "free" : ""}>${seatLabel(seat)}</li>`,
        )}
      </ul>
      <dl>
        <dt>${t("tables.settings.clock")}</dt>
        <dd>${clockInWords(settings.clock)}</dd>
        <dt>${t("tables.options")}</dt>
        <dd>
          <gueridon-options-words
            .game=${table.game?.id ?? ""}
            .options=${table.options}
          ></gueridon-options-words>
        </dd>
        <dt>${t("tables.opened")}</dt>
        <dd>
          <time datetime=${table.openedAt}>${formatTime(table.openedAt)}</time>
          ${table.owner ? t("tables.openedBy", { name: table.owner.name }) : ""}
        </dd>
      </dl>
      <div class="row">${this.#badges()}</div>
      <footer class="row"><slot></slot></footer>
    </article>`;
  }

  #badges() {
    const { table } = this;
    if (!table) return "";
    const { settings, status } = table;
    const badge = (words: string) => html`<span class="badge">${words}</span>`;
    return html`
      ${settings.visibility === "PRIVATE" ? badge(t("tables.settings.visibilities.PRIVATE")) : ""}
      ${settings.spectators === "ALLOWED" ? "" : badge(spectatorsInWords(settings))}
      ${status === "OPEN" && settings.startsWhenFull ? badge(t("tables.settings.whenFull")) : ""}
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-table-card": TableCard;
  }
}

// Finds registered players by the beginning of their names, or those who have a role.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, state } from "lit/decorators.js";
import { ask } from "../api/client.ts";
import { errorMessage } from "../api/error-message.ts";
import { RegisteredPlayersDocument, type RegisteredLineFragment } from "../api/generated.ts";
import { formatTime } from "../i18n/time-format.ts";
import { t } from "../i18n/words.ts";
import { $language } from "../preferences/preferences.ts";
import { formStyles } from "../ui/form-styles.ts";
import { playerName } from "../ui/player-name.ts";
import { sharedStyles } from "../ui/shared-styles.ts";

/** `<gueridon-player-search>`, for operators. */
@customElement("gueridon-player-search")
export class PlayerSearch extends LitElement {
  static override styles = [
    sharedStyles,
    formStyles,
    css`
      ul {
        list-style: none;
        margin: 0;
        padding: 0;
      }
    `,
  ];
  readonly #language = new StoreController(this, $language);
  @state() private begins = "";
  @state() private hasRole = false;
  @state() private players: readonly RegisteredLineFragment[] | null = null;
  @state() private next: string | null = null;
  @state() private fault = "";

  async #load(after: string | null) {
    const { begins, hasRole } = this;
    try {
      const variables = { begins, hasRole, after };
      const { registeredPlayers } = await ask(RegisteredPlayersDocument, variables);
      // Something else is looked for by now, or this page was added already.
      if (begins !== this.begins || hasRole !== this.hasRole) return;
      if (registeredPlayers === null || (after !== null && after !== this.next)) return;
      const { nodes, pageInfo } = registeredPlayers;
      this.players = after === null ? nodes : [...(this.players ?? []), ...nodes];
      this.next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      this.fault = "";
    } catch (failed) {
      this.fault = errorMessage(failed);
    }
  }

  override render() {
    const find = (event: Event) => {
      event.preventDefault();
      void this.#load(null);
    };
    const named = (event: Event) => {
      this.begins = event.target instanceof HTMLInputElement ? event.target.value.trim() : "";
    };
    const chosen = (event: Event) => {
      this.hasRole = event.target instanceof HTMLInputElement && event.target.checked;
    };
    const { players, next } = this;
    return html`<section class="panel stack" lang=${this.#language.value.toLowerCase()}>
      <h2>${t("operations.players")}</h2>
      <form class="stack" novalidate @submit=${find}>
        <div class="field">
          <label for="begins">${t("operations.nameBegins")}</label>
          <input
            id="begins"
            autocomplete="off"
            maxlength="40"
            .value=${this.begins}
            @input=${named}
            aria-describedby="begins-hint"
          />
          <p class="hint soft" id="begins-hint">${t("operations.nameBeginsHint")}</p>
        </div>
        <label>
          <input type="checkbox" .checked=${this.hasRole} @change=${chosen} />
          ${t("operations.hasRole")}
        </label>
        <div><button type="submit">${t("operations.find")}</button></div>
      </form>
      ${this.fault ? html`<p class="refusal" role="alert">${this.fault}</p>` : ""}
      <div role="status">
        ${players?.length === 0 ? html`<p>${t("operations.nobody")}</p>` : ""}
      </div>
      <ul>
        ${players?.map(
          ({ player, role, since }) =>
            html`<li>
              ${playerName(player)} – ${t(`players.role.${role}`)},
              ${t("operations.since", { time: formatTime(since) })}
            </li>`,
        )}
      </ul>
      ${
        next === null
          ? ""
          : html`<div>
              <button type="button" @click=${() => this.#load(next)}>
                ${t("operations.more")}
              </button>
            </div>`
      }
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-player-search": PlayerSearch;
  }
}

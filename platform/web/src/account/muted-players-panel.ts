// The muted players, each of whom can be unmuted.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, state } from "lit/decorators.js";
import { mutate } from "../api/mutate.ts";
import { errorMessage } from "../api/error-message.ts";
import { UnmuteDocument } from "../api/generated.ts";
import { Form } from "../ui/form.ts";
import { playerName } from "../ui/player-name.ts";
import { formStyles } from "../ui/form-styles.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { formatTime } from "../i18n/time-format.ts";
import { mutedPlayers, type MutedPlayer } from "../moderation/muted-players.ts";

/** `<gueridon-account-mutes>` */
@customElement("gueridon-account-mutes")
export class MutedPlayersPanel extends LitElement {
  static override styles = [sharedStyles, formStyles];
  readonly #language = new StoreController(this, $language);
  readonly #form = new Form(this);
  @state() private mutes: readonly MutedPlayer[] | null = null;
  @state() private fault = "";

  override connectedCallback() {
    super.connectedCallback();
    void this.#load();
  }

  async #load() {
    try {
      this.mutes = await mutedPlayers();
    } catch (failed) {
      this.fault = errorMessage(failed);
    }
  }

  override render() {
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      <h2 tabindex="-1">${t("account.mutedPlayers.title")}</h2>
      <p>${t("account.mutedPlayers.text")}</p>
      ${this.fault ? html`<p class="refusal" role="alert">${this.fault}</p>` : ""}
      ${this.mutes?.length === 0 ? html`<p>${t("account.mutedPlayers.none")}</p>` : ""}
      <ul class="lines">
        ${this.mutes?.map((muted) => this.#line(muted))}
      </ul>
      ${this.#form.outcome()}
    </section>`;
  }

  #line({ player, at }: MutedPlayer) {
    const unmute = this.#form.sending(async () => {
      const { refusal } = await mutate(UnmuteDocument, { player: player.id });
      if (refusal) return refusal;
      this.mutes = this.mutes?.filter((one) => one.player.id !== player.id) ?? null;
      // The focused element is about to be removed.
      this.renderRoot.querySelector<HTMLElement>("h2")?.focus();
      return t("moderation.unmuted", { name: player.name });
    });
    return html`<li>
      <p>
        ${playerName(player)}
        <span class="soft">${t("account.mutedPlayers.since", { when: formatTime(at) })}</span>
      </p>
      <form novalidate @submit=${unmute}>
        <button type="submit">
          ${t("moderation.unmute")} <span class="visually-hidden">${player.name}</span>
        </button>
      </form>
    </li>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-account-mutes": MutedPlayersPanel;
  }
}

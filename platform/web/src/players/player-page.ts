// A player's page: profile, results, and actions for others.
import { StoreController } from "@nanostores/lit";
import { LitElement, html, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { errorMessage } from "../api/error-message.ts";
import { ask } from "../api/client.ts";
import { SomePlayerDocument, type WhoFragment } from "../api/generated.ts";
import "../moderation/operator-panel.ts";
import "../moderation/mute-and-report.ts";
import "./program-panel.ts";
import "./results-panel.ts";
import { $me, $role } from "../session/session.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { Title } from "../navigation/title.ts";
import { programOf } from "../ui/player-name.ts";
import { t } from "../i18n/words.ts";

/** `<gueridon-player player="ID">` */
@customElement("gueridon-player")
export class PlayerPage extends LitElement {
  static override styles = [sharedStyles];
  readonly #language = new StoreController(this, $language);
  readonly #me = new StoreController(this, $me);
  readonly #role = new StoreController(this, $role);
  /** The player's id. */
  @property() player = "";
  /** Null if there is no such player, undefined until it is loaded. */
  @state() private who: WhoFragment | null | undefined;
  @state() private fault = "";

  constructor() {
    super();
    new Title(this, () => this.who?.name ?? t("players.profile.title"));
  }

  override willUpdate(changed: PropertyValues<this>) {
    if (changed.has("player")) void this.#load();
  }

  async #load() {
    const id = this.player;
    this.who = undefined;
    this.fault = "";
    try {
      const { player } = await ask(SomePlayerDocument, { id });
      if (id === this.player) this.who = player;
    } catch (failed) {
      if (id === this.player) this.fault = errorMessage(failed);
    }
  }

  override render() {
    const language = this.#language.value.toLowerCase();
    if (this.fault) {
      return html`<h1>${t("players.profile.title")}</h1>
        <p class="refusal" role="alert">${this.fault}</p>`;
    }
    if (this.who === undefined) return html`<p role="status">${t("ui.loading")}</p>`;
    if (this.who === null) {
      return html`<section class="panel" lang=${language}>
        <h1>${t("players.profile.notFound")}</h1>
        <p>${t("players.profile.notFoundText")}</p>
        <a class="button" href="/">${t("notFound.back")}</a>
      </section>`;
    }
    return html`<div class="stack" lang=${language}>${this.#about(this.who)}</div>`;
  }

  #about(who: WhoFragment) {
    const me = this.#me.value;
    const isOwn = me?.id === who.id;
    const isOther = me && !isOwn;
    const isOperator = this.#role.value === "OPERATOR" && who.standing === "REGISTERED";
    return html`<div>
        <h1>${isOwn ? me.name : who.name}</h1>
        <p>
          <span class="badge"
            >${
              who.standing === "PROGRAM"
                ? programOf(who.owner)
                : t(`players.standing.${who.standing}`)
            }</span
          >
          <span class="soft">
            ${who.standing === "GUEST" ? t("players.standing.guestHint") : ""}
            ${who.standing === "PROGRAM" ? t("players.standing.programHint") : ""}
            ${who.owner ? html`<a href="/players/${who.owner.id}">${who.owner.name}</a>` : ""}
          </span>
        </p>
        ${isOwn ? html`<p>${t("players.profile.isYou")} <a href="/account">${t("account.title")}</a></p>` : ""}
      </div>
      ${
        who.standing === "PROGRAM"
          ? html`<gueridon-program player=${who.id}></gueridon-program>`
          : ""
      }
      <gueridon-results player=${who.id}></gueridon-results>
      ${isOther ? html`<gueridon-others .player=${who}></gueridon-others>` : ""}
      ${isOperator && !isOwn ? html`<gueridon-operating .player=${who}></gueridon-operating>` : ""}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-player": PlayerPage;
  }
}

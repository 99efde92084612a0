// Muting a player, and reporting them to the moderators.
import { StoreController } from "@nanostores/lit";
import { LitElement, html, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { mutedPlayers } from "./muted-players.ts";
import { mutate } from "../api/mutate.ts";
import { errorMessage } from "../api/error-message.ts";
import {
  MuteDocument,
  ReportPlayerDocument,
  UnmuteDocument,
  type WhoFragment,
} from "../api/generated.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { Form } from "../ui/form.ts";
import { formStyles } from "../ui/form-styles.ts";

/** `<gueridon-others>`, for signed-in visitors. */
@customElement("gueridon-others")
export class MuteAndReport extends LitElement {
  static override styles = [sharedStyles, formStyles];
  readonly #language = new StoreController(this, $language);
  readonly #mute = new Form(this);
  readonly #report = new Form(this, { BAD_REASON: "reason" });
  @property({ attribute: false }) player: WhoFragment | null = null;
  /** Whether they are muted; null until it is loaded. */
  @state() private isMuted: boolean | null = null;
  @state() private fault = "";

  override willUpdate(changed: PropertyValues<this>) {
    if (changed.has("player") && this.player?.id !== changed.get("player")?.id) void this.#load();
  }

  async #load() {
    const player = this.player;
    this.isMuted = null;
    this.fault = "";
    try {
      const mutes = await mutedPlayers();
      if (player === this.player) this.isMuted = mutes.some((one) => one.player.id === player?.id);
    } catch (failed) {
      if (player === this.player) this.fault = errorMessage(failed);
    }
  }

  override render() {
    if (this.player === null) return "";
    const { name } = this.player;
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      <h2>${t("players.profile.trouble")}</h2>
      ${this.fault ? html`<p class="refusal" role="alert">${this.fault}</p>` : ""}
      ${this.isMuted ? html`<p>${t("moderation.isMuted", { name })}</p>` : ""}
      <div class="row">
        ${this.isMuted === null ? "" : this.#muting(this.player, this.isMuted)}
        <button type="button" @click=${this.#ask}>${t("moderation.report")}</button>
      </div>
      ${this.#mute.outcome()} ${this.#dialog(this.player)}
    </section>`;
  }

  #muting({ id, name }: WhoFragment, isMuted: boolean) {
    const send = this.#mute.sending(async () => {
      const document = isMuted ? UnmuteDocument : MuteDocument;
      const { refusal } = await mutate(document, { player: id });
      if (refusal) return refusal;
      this.isMuted = !isMuted;
      return t(isMuted ? "moderation.unmuted" : "moderation.muted", { name });
    });
    return html`<form novalidate @submit=${send}>
      ${this.#mute.submit(t(isMuted ? "moderation.unmute" : "moderation.mute"), "")}
    </form>`;
  }

  #ask() {
    this.#report.clear();
    this.renderRoot.querySelector("dialog")?.showModal();
  }

  #close() {
    this.renderRoot.querySelector("dialog")?.close();
  }

  #dialog({ id, name }: WhoFragment) {
    const send = this.#report.sending(async ({ reason = "" }) => {
      const { refusal } = await mutate(ReportPlayerDocument, { player: id, reason });
      return refusal ?? t("moderation.reported");
    });
    return html`<dialog aria-labelledby="report-title">
      <h2 id="report-title">${t("moderation.reportTitle", { name })}</h2>
      <p>${t("moderation.reportText")}</p>
      <form novalidate @submit=${send}>
        ${this.#report.area("reason", t("moderation.reason"), 1_000)} ${this.#report.outcome()}
        <div class="row">
          <button type="button" @click=${this.#close}>${t("ui.close")}</button>
          ${this.#report.submit(t("moderation.send"))}
        </div>
      </form>
    </dialog>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-others": MuteAndReport;
  }
}

// One message, with its menu: mute, report, remove.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import {
  MuteDocument,
  RemoveMessageDocument,
  ReportPlayerDocument,
  type MessageLineFragment,
  type WhoFragment,
} from "../api/generated.ts";
import { FocusKeeper } from "../ui/focus-keeper.ts";
import { avatar } from "../ui/avatar.ts";
import { playerName } from "../ui/player-name.ts";
import type { GameGlossary } from "../learning/glossary.ts";
import { marked, termStyle } from "../learning/marked.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { formatTime } from "../i18n/time-format.ts";
import { REPEATABLE, mutate } from "../api/mutate.ts";
import type { ChatLog } from "./chat-log.ts";

/** `<gueridon-message>` */
@customElement("gueridon-message")
export class ChatMessage extends LitElement {
  static override styles = [
    sharedStyles,
    termStyle,
    css`
      :host {
        padding: 0.25rem 0.2rem;
        border-bottom: 1px solid var(--line);
      }
      .text:focus {
        outline: none;
      }
      .text {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
        margin: 0;
      }
      .head {
        display: flex;
        gap: 0.4rem;
        align-items: baseline;
      }
      time {
        white-space: nowrap;
        font-size: 0.8em;
      }
      .menu {
        margin-inline-start: auto;
        min-height: 1.6rem;
        padding: 0 0.25rem;
      }
      textarea {
        width: 100%;
      }
    `,
  ];

  @property({ attribute: false }) glossary: GameGlossary | null = null;
  @property({ attribute: false }) message: MessageLineFragment | null = null;
  @property() table = "";
  @property({ attribute: false }) chat: ChatLog | null = null;
  /** Whether it is by another player. */
  @property({ type: Boolean }) isOther = false;
  @property({ type: Boolean }) isModerator = false;
  @state() private isOpen = false;
  @state() private isReporting = false;
  @state() private note = "";
  readonly #language = new StoreController(this, $language);

  constructor() {
    super();
    new FocusKeeper(this, ".menu, .text");
  }

  override render() {
    const { message } = this;
    if (!message) return nothing;
    const { player, text } = message;
    const hasMenu = this.isOther || (this.isModerator && !message.isRemoved);
    return html`<div class="head" lang=${this.#language.value.toLowerCase()}>
        ${avatar(player.name)} <strong>${playerName(player)}</strong>
        <time class="soft" datetime=${message.at}>${formatTime(message.at)}</time>
        ${
          hasMenu
            ? html`<button
                class="menu plain"
                aria-expanded=${this.isOpen ? "true" : "false"}
                aria-label=${t("chat.menu", { name: player.name })}
                @click=${() => {
                  this.isOpen = !this.isOpen;
                }}
              >
                ⋯
              </button>`
            : nothing
        }
      </div>
      ${
        text === null
          ? html`<p class="text soft" tabindex="-1"><em>${t("chat.removed")}</em></p>`
          : html`<p class="text">${marked(this.glossary, text)}</p>`
      }
      ${this.isOpen ? this.#menu(message) : nothing}
      <div role="status">
        ${this.note === "" ? nothing : html`<p class="soft">${this.note}</p>`}
      </div>`;
  }

  #menu(message: MessageLineFragment) {
    const { player } = message;
    return html`<div class="row">
        ${
          this.isOther
            ? html`<button @click=${() => this.#mute(player)}>${t("chat.mute")}</button>
                <button
                  aria-expanded=${this.isReporting ? "true" : "false"}
                  @click=${() => {
                    this.isReporting = !this.isReporting;
                  }}
                >
                  ${t("chat.report")}
                </button>`
            : nothing
        }
        ${
          this.isModerator && !message.isRemoved
            ? html`<button @click=${this.#remove}>${t("chat.remove")}</button>`
            : nothing
        }
      </div>
      ${
        this.isReporting
          ? html`<form @submit=${this.#report}>
              <label for="reason">${t("chat.reason")}</label>
              <textarea id="reason" required maxlength="1000" rows="2"></textarea>
              <button>${t("chat.sendReport")}</button>
            </form>`
          : nothing
      }`;
  }

  async #mute(player: WhoFragment) {
    const { refusal } = await mutate(MuteDocument, { player: player.id }, REPEATABLE);
    if (refusal) this.note = refusal.message;
    else this.chat?.mute(player, true);
  }

  async #remove() {
    if (!this.message) return;
    const { done, refusal } = await mutate(
      RemoveMessageDocument,
      { message: this.message.id },
      REPEATABLE,
    );
    this.note = refusal?.message ?? "";
    if (done && "said" in done) this.chat?.hear(done.said);
    this.isOpen = false;
  }

  async #report(event: SubmitEvent) {
    event.preventDefault();
    const reason = this.renderRoot.querySelector("textarea")?.value.trim() ?? "";
    if (!this.message || reason === "") return;
    const { refusal } = await mutate(
      ReportPlayerDocument,
      {
        player: this.message.player.id,
        reason,
        table: this.table,
        message: this.message.id,
      },
      REPEATABLE,
    );
    this.note = refusal?.message ?? t("chat.reported");
    if (refusal === null) this.isOpen = this.isReporting = false;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-message": ChatMessage;
  }
}

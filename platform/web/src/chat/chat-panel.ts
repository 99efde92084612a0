// The chat of a table: its messages, and writing one.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { errorMessage } from "../api/error-message.ts";
import {
  SayDocument,
  UnmuteDocument,
  type MessageLineFragment as Message,
  type WhoFragment,
} from "../api/generated.ts";
import { FocusKeeper } from "../ui/focus-keeper.ts";
import { FollowEnd } from "../ui/follow-end.ts";
import type { GameGlossary } from "../learning/glossary.ts";
import { $me } from "../session/session.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { formatTimeSpan } from "../i18n/time-format.ts";
import { newKey } from "../api/idempotency-key.ts";
import { REPEATABLE, mutate } from "../api/mutate.ts";
import "./chat-message.ts";
import type { ChatLog } from "./chat-log.ts";

/** The longest message that the API accepts. */
const LONGEST = 500;

/** `<gueridon-chat>` */
@customElement("gueridon-chat")
export class ChatPanel extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      .scroll {
        overflow-y: auto;
        max-height: var(--chat-height, 16rem);
        margin-bottom: 0.5rem;
      }
      form .row {
        flex-wrap: nowrap;
        align-items: stretch;
      }
      textarea {
        flex: 1;
        min-width: 0;
        resize: vertical;
      }
      p {
        margin: 0 0 0.4rem;
      }
    `,
  ];

  @property() table = "";
  @property({ attribute: false }) chat: ChatLog | null = null;
  /** The messages; a new list whenever something has changed. */
  @property({ attribute: false }) messages: readonly Message[] = [];
  /** The game's glossary, whose terms are explained in messages too. */
  @property({ attribute: false }) glossary: GameGlossary | null = null;
  /** Whether the visitor may write: players of the table, and moderators. */
  @property({ type: Boolean }) maySpeak = false;
  @property({ type: Boolean }) isModerator = false;
  @state() private isBusy = false;
  @state() private refusal: string | null = null;
  readonly #language = new StoreController(this, $language);
  readonly #me = new StoreController(this, $me);
  #draft: { readonly text: string; readonly key: string } | null = null;

  constructor() {
    super();
    new FocusKeeper(this, ".scroll");
    new FollowEnd(this, ".scroll");
  }

  override render() {
    if (this.chat?.mayRead === false) return html`<p class="soft">${t("chat.hidden")}</p>`;
    return html`<div lang=${this.#language.value.toLowerCase()}>
      <div class="scroll" role="log" tabindex="0" aria-label=${t("table.panels.chat")}>
        ${
          this.chat?.hasEarlier
            ? html`<button class="plain" @click=${() => this.#load(this.chat?.loadEarlier())}>
                ${t("chat.earlier")}
              </button>`
            : nothing
        }
        ${
          this.chat?.mayRead && this.messages.length === 0
            ? html`<p class="soft">${t("chat.empty")}</p>`
            : nothing
        }
        <ol class="plain">
          ${repeat(
            this.messages,
            ({ id }) => id,
            (message) => html`<li>${this.#message(message)}</li>`,
          )}
        </ol>
      </div>
      <div role="status">${this.chat?.muted.map((player) => this.#muted(player))}</div>
      ${this.maySpeak ? this.#form() : html`<p class="soft">${t("chat.onlySeated")}</p>`}
      <div role="alert">
        ${this.refusal === null ? nothing : html`<p class="refusal">${this.refusal}</p>`}
      </div>
    </div>`;
  }

  #message(message: Message) {
    const me = this.#me.value;
    return html`<gueridon-message
      .message=${message}
      .table=${this.table}
      .chat=${this.chat}
      .glossary=${this.glossary}
      ?isOther=${me != null && me.id !== message.player.id}
      ?isModerator=${this.isModerator}
    ></gueridon-message>`;
  }

  #muted(player: WhoFragment) {
    return html`<p class="soft">
      ${t("chat.muted", { name: player.name })}
      <button class="plain" @click=${() => this.#unmute(player)}>${t("chat.unmute")}</button>
    </p>`;
  }

  async #unmute(player: WhoFragment) {
    const { refusal } = await mutate(UnmuteDocument, { player: player.id }, REPEATABLE);
    this.refusal = refusal?.message ?? null;
    if (refusal !== null) return;
    this.chat?.mute(player, false);
    // The server did not send their messages while they were muted.
    await this.#load(this.chat?.load());
  }

  /** Waits for messages to load, and shows the error. */
  async #load(loading: Promise<void> | undefined) {
    try {
      await loading;
      this.refusal = null;
    } catch (failed) {
      this.refusal = errorMessage(failed);
    }
  }

  #form() {
    return html`<form @submit=${this.#say}>
      <div class="row">
        <textarea
          name="text"
          rows="1"
          required
          maxlength=${LONGEST}
          aria-label=${t("chat.message")}
          placeholder=${t("chat.message")}
          @keydown=${this.#key}
        ></textarea>
        <button class="main" aria-disabled=${this.isBusy ? "true" : "false"}>
          ${t("chat.send")}
        </button>
      </div>
    </form>`;
  }

  /** Enter sends, as in other chats; Shift+Enter begins a new line. */
  #key(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    (event.target as HTMLTextAreaElement).form?.requestSubmit();
  }

  async #say(event: SubmitEvent) {
    event.preventDefault();
    const field = this.renderRoot.querySelector("textarea");
    const text = field?.value.trim() ?? "";
    if (!field || text === "" || this.isBusy) return;
    this.isBusy = true;
    // A message without an answer may have been sent: the same text keeps its key.
    if (this.#draft?.text !== text) this.#draft = { text, key: newKey() };
    const { done, refusal } = await mutate(
      SayDocument,
      { table: this.table, ...this.#draft },
      REPEATABLE,
    );
    this.isBusy = false;
    this.refusal = null;
    if (refusal === null) {
      this.#draft = null;
      // The visitor may have gone on typing meanwhile.
      if (field.value.trim() === text) field.value = "";
      if ("said" in done) this.chat?.hear(done.said);
    } else {
      const seconds = refusal.code === "SILENCED" ? refusal.retryAfter : null;
      const wait = seconds === null ? "" : t("chat.waitFor", { time: waitInWords(seconds) });
      this.refusal = [refusal.message, wait].filter(Boolean).join(" ");
    }
  }
}

/** A wait in words; of a long one nobody wants to know the seconds. */
function waitInWords(seconds: number): string {
  const grain = seconds > 86_400 ? 3_600 : seconds > 3_600 ? 60 : 1;
  return formatTimeSpan(Math.ceil(seconds / grain) * grain);
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-chat": ChatPanel;
  }
}

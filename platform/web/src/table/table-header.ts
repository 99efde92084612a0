// The head of the table's page: title, status, prompt.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { LiveTableFragment } from "../api/generated.ts";
import { $language } from "../preferences/preferences.ts";
import type { GameGlossary } from "../learning/glossary.ts";
import { marked, termStyle } from "../learning/marked.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import "./clock.ts";
import { isAsked } from "./wants.ts";

/** `<gueridon-head>` */
@customElement("gueridon-head")
export class TableHeader extends LitElement {
  static override styles = [
    sharedStyles,
    termStyle,
    css`
      h1 {
        margin: 0;
        font-size: 1.5rem;
      }
      .prompt {
        margin: 0.15rem 0 0;
        font-size: 1.05rem;
        line-height: 1.35;
      }
      .note {
        margin: 0.35rem 0 0;
      }
    `,
  ];

  /** The table that is shown, now or in a replay. */
  @property({ attribute: false }) table: LiveTableFragment | null = null;
  /** The table as it is now. */
  @property({ attribute: false }) now: LiveTableFragment | null = null;
  @property({ type: Boolean }) isReplay = false;
  /** Whether the visitor's own clock is shown here, because the seats are in a tab. */
  @property({ type: Boolean }) hasClock = false;
  /** Whether the board says what the game asks, and there is no room to say it twice. */
  @property({ type: Boolean }) isSaidBelow = false;
  /** Whether the game says how it is played. */
  @property({ type: Boolean }) isExplained = false;
  @property({ attribute: false }) glossary: GameGlossary | null = null;
  readonly #language = new StoreController(this, $language);

  override render() {
    const { table, now } = this;
    if (!table || !now) return nothing;
    const isOwn = table.seat !== null && (table.toAct ?? []).includes(table.seat);
    const clock = table.seats.find(({ number }) => number === table.seat)?.clock;
    // It is announced here all the same.
    const below = this.isSaidBelow ? "visually-hidden" : nothing;
    const watches = now.seat === null && now.status === "PLAYING";
    return html`<div lang=${this.#language.value.toLowerCase()}>
      <div class="row">
        <h1>${table.game?.title ?? t("table.gameRemoved")}</h1>
        <span class="badge">${statusWord(now)}</span>
        ${now.isPaused ? html`<span class="badge turn">${t("table.paused")}</span>` : nothing}
        ${
          clock && this.hasClock && !this.isReplay && table.status === "PLAYING"
            ? html`<gueridon-clock
                .clock=${clock}
                label=${t("table.clock.label", { name: t("table.seats.you") })}
              ></gueridon-clock>`
            : nothing
        }
        ${
          table.spectators > 0
            ? html`<span class="soft">${t("table.spectators", { count: table.spectators })}</span>`
            : nothing
        }
        ${
          this.isReplay || table.status !== "PLAYING" || (table.seq ?? 0) === 0
            ? nothing
            : html`<a href="/tables/${table.id}?at=${table.seq}">${t("table.replay")}</a>`
        }
        ${
          this.isExplained && table.game
            ? html`<a href="/learn/${encodeURIComponent(table.game.id)}" target="_blank"
                >${t("learning.howToPlay")}</a
              >`
            : nothing
        }
      </div>
      ${
        watches
          ? html`<p class="note soft">
              ${
                table.settings.delay === null
                  ? t("table.watching")
                  : t("table.delayed", { count: table.settings.delay })
              }
            </p>`
          : nothing
      }
      <p class="prompt" role=${this.isReplay ? nothing : "status"}>
        ${
          isOwn && !this.isReplay
            ? html`<span class="turn"
                  ><span aria-hidden="true">▶ </span
                  >${t(isAsked(table) ? "table.seats.youAsked" : "table.seats.youToAct")}</span
                ><span class=${below}> – </span>`
            : nothing
        }<span class=${below}>${marked(this.glossary, table.prompt ?? "")}</span>
      </p>
    </div>`;
  }
}

/** The status of a table; STOPPED if the server cannot run its game. */
export function statusWord({
  status,
  stoppedReason,
}: Pick<LiveTableFragment, "status" | "stoppedReason">): string {
  return t(`table.status.${stoppedReason === null ? status : "STOPPED"}`);
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-head": TableHeader;
  }
}

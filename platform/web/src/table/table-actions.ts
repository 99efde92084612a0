// A player's actions besides moves: undo, pause, abort, resign, come back.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import {
  ComeBackDocument,
  ProposeDocument,
  ResignDocument,
  UndoDocument,
  type EntryLineFragment,
  type LiveTableFragment,
  type ProposalKind,
} from "../api/generated.ts";
import { FocusKeeper } from "../ui/focus-keeper.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { REPEATABLE, mutate, type Outcome } from "../api/mutate.ts";

/** `<gueridon-actions>` */
@customElement("gueridon-actions")
export class TableActions extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      #all:focus {
        outline: none;
      }
      dialog {
        max-width: 26rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--surface);
        color: var(--ink);
      }
      details .row {
        margin-top: 0.5rem;
      }
      .row:has(details) {
        align-items: start;
      }
      .away {
        margin-bottom: 0.6rem;
      }
    `,
  ];

  @property({ attribute: false }) table: LiveTableFragment | null = null;
  /** The last entry with a move. */
  @property({ attribute: false }) last: EntryLineFragment | null = null;
  @state() private isBusy = false;
  @state() private refusal: string | null = null;
  /** The entry that can be undone only if the others agree. */
  @state() private revealed: number | null = null;
  readonly #language = new StoreController(this, $language);

  constructor() {
    super();
    new FocusKeeper(this, "#all");
  }

  override render() {
    return html`<div id="all" tabindex="-1" lang=${this.#language.value.toLowerCase()}>
      ${this.#buttons()}
      <div role="alert">
        ${this.refusal === null ? nothing : html`<p class="refusal">${this.refusal}</p>`}
      </div>
    </div>`;
  }

  #buttons() {
    const { table } = this;
    const own = table?.seats.find(({ number }) => number === table.seat);
    const isIn = ["PLAYING", "AWAY"].includes(own?.condition ?? "");
    if (table?.status !== "PLAYING" || !own || !isIn) return nothing;
    const { id, isPaused, proposal } = table;
    const undoable = this.last?.seat === own.number && !isPaused ? this.last : null;
    const isRevealed = this.revealed !== null && this.revealed === undoable?.seq;
    // Not `disabled`: a disabled button loses the focus.
    const button = (words: string, does: () => Promise<unknown>, kind = "") =>
      html`<button
        class=${kind}
        aria-disabled=${this.isBusy ? "true" : "false"}
        @click=${() => (this.isBusy ? undefined : void does())}
      >
        ${words}
      </button>`;
    const propose = (kind: ProposalKind, entry: number | null = null) =>
      this.#do(() => mutate(ProposeDocument, { table: id, proposal: kind, entry }, REPEATABLE));
    return html`${
        own.condition === "AWAY"
          ? html`<div class="panel away">
              <p>${t("table.actions.away")}</p>
              ${button(
                t("table.actions.return"),
                () => this.#do(() => mutate(ComeBackDocument, { table: id }, REPEATABLE)),
                "main",
              )}
            </div>`
          : nothing
      }
      <div class="row" role="group" aria-label=${t("table.actions.title")}>
        ${
          undoable
            ? button(t("table.actions.undo", { entry: undoable.seq }), () =>
                this.#undo(undoable.seq),
              )
            : nothing
        }
        ${
          isRevealed && proposal === null
            ? button(t("table.actions.askUndo"), () => propose("UNDO", this.revealed))
            : nothing
        }
        <details>
          <summary class="button">${t("table.actions.more")}</summary>
          <div class="row">
            ${
              proposal === null
                ? html`${button(t(`table.actions.${isPaused ? "RESUME" : "PAUSE"}`), () =>
                    propose(isPaused ? "RESUME" : "PAUSE"),
                  )}
                  ${button(t("table.actions.ABORT"), () => propose("ABORT"))}`
                : nothing
            }
            ${button(t("table.actions.resign"), () => Promise.resolve(this.#dialog?.showModal()))}
          </div>
        </details>
      </div>
      <dialog aria-labelledby="sure">
        <h2 id="sure">${t("table.actions.confirmResign")}</h2>
        <p>${t("table.actions.resignConsequences")}</p>
        <form method="dialog" class="row">
          <button>${t("table.actions.keepPlaying")}</button>
          <button
            class="main"
            @click=${() => this.#do(() => mutate(ResignDocument, { table: id }, REPEATABLE))}
          >
            ${t("table.actions.resign")}
          </button>
        </form>
      </dialog>`;
  }

  get #dialog() {
    return this.renderRoot.querySelector("dialog");
  }

  async #undo(entry: number) {
    if (!this.table) return;
    const { id: table } = this.table;
    const code = await this.#do(() => mutate(UndoDocument, { table, entry }, REPEATABLE));
    this.revealed = code === "REVEALED" ? entry : null;
  }

  /** @returns the code of the refusal; null when it was done. */
  async #do(does: () => Promise<Outcome<unknown>>): Promise<string | null> {
    this.isBusy = true;
    const { refusal } = await does();
    this.isBusy = false;
    this.refusal = refusal?.message ?? null;
    if (refusal === null) return null;
    this.dispatchEvent(new CustomEvent("gueridon-stale", { bubbles: true, composed: true }));
    return refusal.code;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-actions": TableActions;
  }
}

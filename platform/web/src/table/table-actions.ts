// A player's actions besides moves: undo, pause, abort, resign, come back.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ask } from "../api/client.ts";
import {
  ProposeDocument,
  ResignDocument,
  UndoDocument,
  UndoableDocument,
  type EntryLineFragment,
  type LiveTableFragment,
  type ProposalKind,
  type UndoableQuery,
} from "../api/generated.ts";
import { FocusKeeper } from "../ui/focus-keeper.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { REPEATABLE, mutate, type Outcome } from "../api/mutate.ts";

type Undoable = NonNullable<NonNullable<UndoableQuery["table"]>["undoable"]>;

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
    `,
  ];

  @property({ attribute: false }) table: LiveTableFragment | null = null;
  /** The last play that is not a bot's. */
  @property({ attribute: false }) last: EntryLineFragment | null = null;
  @state() private isBusy = false;
  @state() private refusal: string | null = null;
  /** What the visitor could take back; null until it is known, and where it is nothing. */
  @state() private undoable: Undoable | null = null;
  readonly #language = new StoreController(this, $language);
  #asked = "";

  constructor() {
    super();
    new FocusKeeper(this, "#all");
  }

  override willUpdate() {
    const wanted = this.#wanted;
    if (wanted === this.#asked) return;
    this.#asked = wanted;
    this.undoable = null;
    if (wanted !== "" && this.table) void this.#find(this.table.id);
  }

  /** On what it depends whether something can be taken back; empty where nothing can. */
  get #wanted(): string {
    const { table, last } = this;
    const isOwn = last !== null && last.seat === table?.seat && last.by === "PLAYER";
    if (!table || !isOwn || table.status !== "PLAYING" || table.isPaused) return "";
    const others = table.seats.filter(({ number }) => number !== table.seat);
    // Among bots nothing that they do is in the way; others may learn something by it.
    const isAmongBots = others.every(({ condition }) => condition === "BOT");
    const conditions = others.map(({ condition }) => condition).join(" ");
    return `${table.id} ${last.seq} ${conditions} ${isAmongBots ? "" : table.seq}`;
  }

  async #find(id: string) {
    const asked = this.#asked;
    // Without an answer nothing is offered.
    const found = await ask(UndoableDocument, { id }).catch(() => null);
    if (asked === this.#asked) this.undoable = found?.table?.undoable ?? null;
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
    const { undoable } = this;
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
    return html`<div class="row" role="group" aria-label=${t("table.actions.title")}>
        ${
          undoable && !undoable.asks
            ? button(t("table.actions.undo"), () =>
                this.#do(() =>
                  mutate(UndoDocument, { table: id, entry: undoable.entry }, REPEATABLE),
                ),
              )
            : nothing
        }
        ${
          undoable?.asks && proposal === null
            ? button(t("table.actions.askUndo"), () => propose("UNDO", undoable.entry))
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
        <p>${resigning(table, own.number)}</p>
        <form method="dialog" class="row">
          <button class="main">${t("table.actions.keepPlaying")}</button>
          <button @click=${() => this.#do(() => mutate(ResignDocument, { table: id }, REPEATABLE))}>
            ${t("table.actions.resign")}
          </button>
        </form>
      </dialog>`;
  }

  get #dialog() {
    return this.renderRoot.querySelector("dialog");
  }

  async #do(does: () => Promise<Outcome<unknown>>): Promise<void> {
    this.isBusy = true;
    const { refusal } = await does();
    this.isBusy = false;
    this.refusal = refusal?.message ?? null;
    if (refusal === null) return;
    this.#asked = "";
    this.dispatchEvent(new CustomEvent("gueridon-stale", { bubbles: true, composed: true }));
  }
}

/** What becomes of the game when a seat gives up, in words. */
function resigning({ seats }: LiveTableFragment, own: number): string {
  const others = seats.filter(({ number }) => number !== own);
  const left = others.filter(({ condition }) => condition !== "RESIGNED");
  const people = left.filter(({ condition }) => condition === "PLAYING" || condition === "AWAY");
  if (left.length > 1 && people.length > 0) return t("table.actions.resignAndOthersPlayOn");
  const names = left.map(({ name }) => name ?? "").join(", ");
  return names === ""
    ? t("table.actions.resignAndEndAlone")
    : t("table.actions.resignAndEnd", { names });
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-actions": TableActions;
  }
}

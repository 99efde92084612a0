// A hint: what a search would play in the visitor's seat, asked for by a button.
import { StoreController } from "@nanostores/lit";
import { LitElement, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ask } from "../api/client.ts";
import { errorMessage } from "../api/error-message.ts";
import { HintDocument, type HintQuery, type LiveTableFragment } from "../api/generated.ts";
import { PlayEvent } from "@gueridon/element";
import { t } from "../i18n/words.ts";
import { $language, mayMove } from "../preferences/preferences.ts";
import { FocusKeeper } from "../ui/focus-keeper.ts";
import { sharedStyles } from "../ui/shared-styles.ts";

type Hint = Extract<NonNullable<HintQuery["result"]>, { readonly steps: unknown }>;

/** `<gueridon-hint>`: fires `gueridon-play` with the steps of the hint. */
@customElement("gueridon-hint")
export class HintPanel extends LitElement {
  static override styles = [sharedStyles];

  @property({ attribute: false }) table: LiveTableFragment | null = null;
  @state() private hint: Hint | null = null;
  @state() private refusal: string | null = null;
  @state() private isSearching = false;
  readonly #language = new StoreController(this, $language);
  /** The question that is shown: the table, what is asked, and the language of the answer. */
  #question = "";

  constructor() {
    super();
    new FocusKeeper(this, "#all");
  }

  override willUpdate() {
    const question = `${this.table?.id} ${this.table?.since} ${this.table?.seq} ${this.#language.value}`;
    if (question === this.#question) return;
    this.#question = question;
    this.#forget();
  }

  override render() {
    return html`<div id="all" tabindex="-1" lang=${this.#language.value.toLowerCase()}>
      ${this.#isOffered ? this.#panel() : nothing}
      <div role="alert">
        ${this.refusal === null ? nothing : html`<p class="refusal">${this.refusal}</p>`}
      </div>
    </div>`;
  }

  get #isOffered(): boolean {
    const { table } = this;
    if (!table?.hasHints || table.status !== "PLAYING" || table.seat === null) return false;
    return !table.isPaused && (table.toAct ?? []).includes(table.seat);
  }

  #panel() {
    const { hint } = this;
    // Not `disabled`: a disabled button loses the focus. The region exists before its text, or
    // screen readers do not announce it.
    return html`<div role="status">${hint === null ? nothing : this.#found(hint)}</div>
      <div class="row">
        ${
          hint === null
            ? nothing
            : html`<button class="main" @click=${this.#play}>
                  ${t("table.hint.play", { count: hint.steps.length })}
                </button>
                <button @click=${this.#forget}>${t("table.hint.close")}</button>`
        }
        <button
          aria-disabled=${this.isSearching ? "true" : "false"}
          @click=${() => void this.#ask()}
        >
          ${t(this.isSearching ? "table.hint.searching" : hint ? "table.hint.again" : "table.hint.ask")}
        </button>
      </div>`;
  }

  #found({ steps, chance, iterations }: Hint) {
    return html`<section class="panel" aria-labelledby="hint">
      <h2 id="hint">${t("table.hint.title")}</h2>
      <ol>
        ${steps.map(({ words }) => html`<li>${words}</li>`)}
      </ol>
      <p>
        ${t("table.hint.chance", { chance })}<br />
        ${t("table.hint.iterations", { count: iterations })}
      </p>
    </section>`;
  }

  async #ask() {
    const { table } = this;
    if (!table || this.isSearching) return;
    const question = this.#question;
    this.isSearching = true;
    this.refusal = null;
    const { hint, refusal } = await search(table.id);
    this.isSearching = false;
    // What was found for an earlier question is of no use.
    if (question !== this.#question) return;
    this.hint = hint;
    this.refusal = refusal;
    await this.updateComplete;
    const behavior = mayMove() ? "smooth" : "instant";
    this.renderRoot.querySelector("section")?.scrollIntoView({ block: "center", behavior });
  }

  readonly #play = () => {
    if (this.hint) this.dispatchEvent(new PlayEvent(this.hint.steps.map(({ move }) => move)));
  };

  readonly #forget = () => {
    this.hint = null;
    this.refusal = null;
  };
}

/** The server's hint, or why there is none, in words. */
async function search(table: string): Promise<{ hint: Hint | null; refusal: string | null }> {
  try {
    const { result } = await ask(HintDocument, { table, language: $language.get() });
    if (result && "steps" in result) return { hint: result, refusal: null };
    return {
      hint: null,
      refusal: result && "message" in result ? result.message : t("errors.unknown"),
    };
  } catch (failed) {
    return { hint: null, refusal: errorMessage(failed) };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-hint": HintPanel;
  }
}

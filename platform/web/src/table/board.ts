// The game's own table: the element that the module brings, or the generic one.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { atom } from "nanostores";
import type {
  Catalogue,
  LegalMove,
  Preview,
  ScorePad,
  TableElement,
  TableState,
} from "../element.ts";
import { $language, $motion, mayMove } from "../preferences/preferences.ts";
import { read, write } from "../preferences/storage.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";

const PLAIN = "gueridon.plain";

/** Whether the visitor wants every game on the generic table. */
const $prefersGeneric = atom(read(PLAIN) === "yes");
$prefersGeneric.listen((isPlain) => {
  write(PLAIN, isPlain ? "yes" : null);
});

/** Everything that a game's table is given, but for language and motion. */
export interface BoardData {
  readonly table: TableState;
  readonly view: unknown;
  readonly moves: readonly LegalMove[];
  readonly score: ScorePad | null;
  readonly catalogue: Catalogue;
  readonly preview: Preview | null;
  readonly isBusy: boolean;
}

/** `<gueridon-board>` */
@customElement("gueridon-board")
export class Board extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      .tools {
        display: flex;
        justify-content: end;
      }
      label {
        display: inline-flex;
        align-items: center;
        gap: 0.4rem;
        min-height: 2rem;
        font-weight: 400;
        color: var(--ink-soft);
      }
      #moves:focus {
        outline: none;
      }
    `,
  ];

  /** The game's id. */
  @property() game = "";
  /** Where the game's own table comes from; null where it brings none. */
  @property({ attribute: false }) path: string | null = null;
  @property({ attribute: false }) shown: BoardData | null = null;
  @state() private element: TableElement | null = null;
  @state() private isBroken = false;
  /** Whether not even the generic table could be loaded. */
  @state() private isNothing = false;
  readonly #language = new StoreController(this, $language);
  readonly #motion = new StoreController(this, $motion);
  readonly #isPlain = new StoreController(this, $prefersGeneric);
  #loaded = "";

  override willUpdate() {
    const wanted = `${this.game} ${this.path} ${this.#isPlain.value}`;
    if (this.game !== "" && wanted !== this.#loaded) {
      this.#loaded = wanted;
      void this.#load(wanted);
    }
    if (this.element) this.#give(this.element);
  }

  async #load(wanted: string) {
    this.isBroken = this.isNothing = false;
    const own = this.path !== null && !this.#isPlain.value ? await this.#own(this.path) : null;
    const element = own ?? (await generic());
    // Somebody has asked for another meanwhile.
    if (wanted !== this.#loaded) return;
    this.element = element;
    this.isNothing = element === null;
  }

  /** The element that the game's module brings; null where it cannot be had. */
  async #own(path: string): Promise<TableElement | null> {
    const name = `gueridon-${this.game}`;
    try {
      // A name is defined once: an element that was built anew comes with the next load of the page.
      if (!customElements.get(name)) await import(/* @vite-ignore */ path);
      if (customElements.get(name)) return document.createElement(name) as TableElement;
    } catch (failed) {
      reportError(failed);
    }
    this.isBroken = true;
    return null;
  }

  #give(element: TableElement) {
    if (!this.shown) return;
    Object.assign(element, this.shown);
    element.language = this.#language.value;
    element.motion = this.#motion.value === "auto" && mayMove();
  }

  /** Goes to the moves, for those who do not want to pass by all else. */
  override focus() {
    const marked = this.element?.shadowRoot?.querySelector<HTMLElement>("#moves");
    (marked ?? this.renderRoot.querySelector<HTMLElement>("#moves"))?.focus();
  }

  #fault() {
    if (this.isNothing) return html`<p class="refusal">${t("live.failed.text")}</p>`;
    return this.isBroken ? html`<p class="refusal">${t("live.board.broken")}</p>` : nothing;
  }

  override render() {
    return html`<div lang=${this.#language.value.toLowerCase()}>
      ${
        this.path === null
          ? nothing
          : html`<div class="tools">
              <label
                ><input
                  type="checkbox"
                  .checked=${this.#isPlain.value}
                  @change=${(event: Event) => {
                    $prefersGeneric.set((event.target as HTMLInputElement).checked);
                  }}
                />${t("live.board.plain")}</label
              >
            </div>`
      }
      <div role="alert">${this.#fault()}</div>
      <div id="moves" tabindex="-1" role="group" aria-label=${t("live.board.title")}>
        ${this.element ?? (this.isNothing ? nothing : html`<p class="soft" role="status">${t("live.loading")}</p>`)}
      </div>
    </div>`;
  }
}

/** Fetches a game's table already, while the page still asks how it stands. */
export function preloadBoard(path: string | null): void {
  const loaded =
    path === null || $prefersGeneric.get()
      ? import("../generic-table/generic-table.ts")
      : import(/* @vite-ignore */ path);
  // Whoever draws it learns what is wrong with it, and says so.
  loaded.catch(() => undefined);
}

/** The generic table; null where it cannot be had. */
async function generic(): Promise<TableElement | null> {
  try {
    await import("../generic-table/generic-table.ts");
    return document.createElement("gueridon-generic");
  } catch (failed) {
    reportError(failed);
    return null;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-board": Board;
  }
}

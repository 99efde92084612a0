// The board: the element that the game brings, or the generic table.
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
} from "@gueridon/element";
import type { BrokenEvent, FramedElement } from "../frame/framed-element.ts";
import { codeOf } from "../frame/code.ts";
import { Pointing } from "../first-game/pointing.ts";
import type { GameGlossary } from "../learning/glossary.ts";
import { $language, $motion, mayMove } from "../preferences/preferences.ts";
import { read, write } from "../preferences/storage.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";

const PLAIN = "gueridon.plain";

/** Whether the visitor prefers the generic table for every game. */
const $prefersGeneric = atom(read(PLAIN) === "yes");
$prefersGeneric.listen((isPlain) => {
  write(PLAIN, isPlain ? "yes" : null);
});

/** The properties of a game's table, without language and motion. */
export interface BoardData {
  readonly table: TableState;
  readonly view: unknown;
  readonly moves: readonly LegalMove[];
  readonly score: ScorePad | null;
  readonly catalogue: Catalogue;
  readonly preview: Preview | null;
  readonly isBusy: boolean;
}

/** Whether the table that is shown says itself what the game asks; dispatched when that changes. */
export class PromptEvent extends CustomEvent<boolean> {
  static readonly type = "gueridon-prompt";
  constructor(isShown: boolean) {
    super(PromptEvent.type, { detail: isShown });
  }
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
  /** The address of the game's own table; null if it brings none. */
  @property({ attribute: false }) path: string | null = null;
  /** Whether that table may do nothing but draw and answer: then it runs in a frame. */
  @property({ type: Boolean }) isIsolated = false;
  @property({ attribute: false }) shown: BoardData | null = null;
  @property({ attribute: false }) glossary: GameGlossary | null = null;
  @state() private element: TableElement | FramedElement | null = null;
  /** What has happened to the game's own table, if it is not shown. */
  @state() private fault: "failed" | "ended" | null = null;
  /** Whether not even the generic table could be loaded. */
  @state() private isNothing = false;
  readonly #language = new StoreController(this, $language);
  readonly #motion = new StoreController(this, $motion);
  readonly #isPlain = new StoreController(this, $prefersGeneric);
  readonly #pointing = new Pointing();
  #loaded = "";
  #showsPrompt = false;

  override willUpdate() {
    const wanted = `${this.game} ${this.path} ${this.isIsolated} ${this.#isPlain.value}`;
    if (this.game !== "" && wanted !== this.#loaded) {
      this.#loaded = wanted;
      void this.#load(wanted);
    }
    if (this.element) this.#give(this.element);
  }

  override updated() {
    const showsPrompt = this.element?.showsPrompt === true;
    if (showsPrompt === this.#showsPrompt) return;
    this.#showsPrompt = showsPrompt;
    this.dispatchEvent(new PromptEvent(showsPrompt));
  }

  async #load(wanted: string) {
    this.fault = null;
    this.isNothing = false;
    const path = this.#isPlain.value ? null : this.path;
    const own =
      path === null ? null : await (this.isIsolated ? this.#framed(path) : this.#own(path));
    const element = own ?? (await generic());
    // Another element was asked for meanwhile.
    if (wanted !== this.#loaded) return;
    this.element = element;
    this.isNothing = element === null;
  }

  /** The element that the game brings; null if it cannot be loaded. */
  async #own(path: string): Promise<TableElement | null> {
    const name = `gueridon-${this.game}`;
    try {
      // An element name can be defined once: a new build is used after the next reload.
      if (!customElements.get(name)) await import(/* @vite-ignore */ path);
      if (customElements.get(name)) return document.createElement(name) as TableElement;
    } catch (failed) {
      reportError(failed);
    }
    this.fault = "failed";
    return null;
  }

  /** The same in a frame; null if the page cannot make one. */
  async #framed(path: string): Promise<FramedElement | null> {
    try {
      await import("../frame/framed-element.ts");
    } catch (failed) {
      reportError(failed);
      this.fault = "failed";
      return null;
    }
    const framed = document.createElement("gueridon-framed");
    Object.assign(framed, { tag: `gueridon-${this.game}`, path });
    framed.addEventListener("gueridon-ready", () => {
      this.requestUpdate();
    });
    framed.addEventListener("gueridon-broken", (event) => {
      void this.#broken(framed, event);
    });
    return framed;
  }

  /** Something has happened to the table in the frame: the generic one takes its place. */
  async #broken(framed: FramedElement, { detail: { why } }: BrokenEvent) {
    if (this.element !== framed) return;
    console.warn(`The table of ${this.game} is not shown any more: ${why}`);
    this.fault = "ended";
    this.element = await generic();
    this.isNothing = this.element === null;
  }

  #give(element: TableElement | FramedElement) {
    if (!this.shown) return;
    const language = this.#language.value;
    const motion = this.#motion.value === "auto" && mayMove();
    if (element.localName === "gueridon-framed") {
      const glossary = this.glossary?.parts ?? null;
      Object.assign(element, { properties: { ...this.shown, language, motion, glossary } });
    } else {
      Object.assign(element, this.shown, { language, motion, glossary: this.glossary });
    }
  }

  /** Moves the focus to the moves, past everything before them. */
  override focus() {
    if (this.#frame) {
      this.#frame.focus();
      return;
    }
    const marked = this.element?.shadowRoot?.querySelector<HTMLElement>("#moves");
    (marked ?? this.renderRoot.querySelector<HTMLElement>("#moves"))?.focus();
  }

  /** Outlines the first of these names that is there, until others are named. */
  pointAt(names: readonly string[]) {
    if (this.#frame) this.#frame.pointAt(names);
    else this.#pointing.at(this.shadowRoot, names);
  }

  /** Scrolls to what is outlined. */
  show() {
    if (this.#frame) this.#frame.show(mayMove());
    else this.#pointing.show(mayMove());
  }

  get #frame(): FramedElement | null {
    return this.renderRoot.querySelector("gueridon-framed");
  }

  #fault() {
    if (this.isNothing) return html`<p class="refusal">${t("table.failed.text")}</p>`;
    return this.fault ? html`<p class="refusal">${t(`table.board.${this.fault}`)}</p>` : nothing;
  }

  override render() {
    return html`<div lang=${this.#language.value.toLowerCase()}>
      <div role="alert">${this.#fault()}</div>
      <div id="moves" tabindex="-1" role="group" aria-label=${t("table.board.title")}>
        ${this.element ?? (this.isNothing ? nothing : html`<p class="soft" role="status">${t("table.loading")}</p>`)}
      </div>
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
                />${t("table.board.useGeneric")}</label
              >
            </div>`
      }
    </div>`;
  }
}

/** Starts loading a game's own table while the page still loads its state. */
export function preloadBoard(path: string | null, isIsolated: boolean): void {
  const loaded: Promise<unknown> =
    path === null || $prefersGeneric.get()
      ? import("../generic-table/generic-table.ts")
      : isIsolated
        ? codeOf(path)
        : import(/* @vite-ignore */ path);
  // The board shows the error when it needs the element.
  loaded.catch(() => undefined);
}

/** The generic table; null if it cannot be loaded. */
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
  interface HTMLElementEventMap {
    "gueridon-prompt": PromptEvent;
  }
}

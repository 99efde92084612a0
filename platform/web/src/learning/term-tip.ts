// The explanation of a term: beside it while the pointer or the focus is there, or after a touch.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import type { Explained, GameGlossary } from "./glossary.ts";

/** How long a finger rests on a step until its terms are explained, in milliseconds. */
const LONG_TOUCH_MS = 450;
/** What the tip says of a term. */
interface Shown extends Explained {
  readonly key: string;
}

/** A term that is pressed for itself. */
const PRESSED = "[data-term][role='button']";

/** How far the tip is from what it explains and from the edges of the window, in pixels. */
const GAP = 8;

/**
 * `<gueridon-term-tip>`: explains whatever on the page carries `data-term`, also inside of boards.
 * Of something else that has the focus, such as a step's button, it explains the terms within.
 */
@customElement("gueridon-term-tip")
export class TermTip extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      .tip {
        position: fixed;
        inset: auto;
        width: max-content;
        max-width: min(22rem, calc(100vw - 1rem));
        margin: 0;
        padding: 0.5rem 0.7rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--surface);
        color: var(--ink);
        box-shadow: 0 4px 16px #0004;
      }
      dl,
      dd {
        margin: 0;
      }
      gueridon-card-face {
        display: block;
        max-width: 11rem;
        margin: 0.3rem 0;
        pointer-events: none;
      }
      dt {
        font-weight: 700;
      }
    `,
  ];

  @property({ attribute: false }) glossary: GameGlossary | null = null;
  /** Draws what is explained, beside its text; nothing for what has no picture. */
  @property({ attribute: false }) draw: (key: string) => TemplateResult | typeof nothing = () =>
    nothing;
  @state() private shown: readonly Shown[] = [];
  @query(".tip") private readonly tip!: HTMLElement;
  readonly #language = new StoreController(this, $language);
  #anchor: Element | null = null;
  #touch: ReturnType<typeof setTimeout> | undefined;
  #stop = new AbortController();

  override connectedCallback() {
    super.connectedCallback();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const on = <K extends keyof DocumentEventMap>(
      name: K,
      heard: (event: DocumentEventMap[K]) => void,
    ) => {
      document.addEventListener(name, heard, { signal, capture: true });
    };
    // Neither `pointerover` nor `focusin` leaves a shadow tree within which the pointer or the focus
    // has moved.
    on("pointermove", (event) => {
      if (event.pointerType !== "touch") this.#explain(termAt(event));
    });
    on("keyup", (event) => {
      const [target] = event.composedPath();
      if (event.key === "Tab" && target instanceof Element) this.#explain(target);
    });
    on("focusout", () => {
      this.#hide();
    });
    on("click", (event) => {
      const term = termAt(event);
      if (term?.matches(PRESSED)) this.#explain(term);
      else this.#hide();
    });
    on("pointerdown", (event) => {
      if (event.pointerType === "touch") this.#touched(termAt(event));
    });
    for (const name of ["pointerup", "pointercancel"] as const) {
      on(name, () => {
        clearTimeout(this.#touch);
      });
    }
    on("keydown", (event) => {
      if (event.key === "Escape") this.#hide();
      const [target] = event.composedPath();
      const isPress = event.key === "Enter" || event.key === " ";
      if (!isPress || !(target instanceof HTMLElement) || !target.matches(PRESSED)) return;
      // The space key would scroll.
      event.preventDefault();
      this.#explain(target);
    });
    // The focus scrolls, and so does a finger: the tip stays beside what it explains.
    on("scroll", () => {
      this.#place();
    });
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#stop.abort();
    clearTimeout(this.#touch);
    this.#anchor = null;
    this.shown = [];
  }

  override render() {
    return html`<div
      class="tip"
      popover="manual"
      role="note"
      lang=${this.#language.value.toLowerCase()}
    >
      ${
        this.shown.length === 0
          ? nothing
          : html`<dl>
              ${this.shown.map(
                ({ key, name, text }) =>
                  html`<dt>${name}</dt>
                    <dd>${this.draw(key)}${text}</dd>`,
              )}
            </dl>`
      }
    </div>`;
  }

  override updated() {
    const isOpen = this.tip.matches(":popover-open");
    if (this.shown.length === 0) {
      if (isOpen) this.tip.hidePopover();
    } else {
      if (!isOpen) this.tip.showPopover();
      this.#place();
    }
  }

  /** A term that is no button itself is pressed with what it stands in: only a long touch explains it. */
  #touched(term: Element | null) {
    clearTimeout(this.#touch);
    if (term === null || term.matches(PRESSED)) return;
    const isInButton = term.closest("button") !== null;
    this.#touch = setTimeout(
      () => {
        this.#explain(term);
      },
      isInButton ? LONG_TOUCH_MS : 0,
    );
  }

  #explain(anchor: Element | null) {
    if (anchor === this.#anchor) return;
    const words = anchor === null ? [] : this.#words(anchor);
    this.#anchor = words.length > 0 ? anchor : null;
    this.shown = words;
  }

  #hide() {
    this.#anchor = null;
    if (this.shown.length > 0) this.shown = [];
  }

  /** What the terms mean that an element is or has, each once. */
  #words(anchor: Element): readonly Shown[] {
    const isOne = anchor instanceof HTMLElement && anchor.dataset["term"] !== undefined;
    // Of a whole panel that has the focus, it would be too much.
    if (!isOne && !anchor.matches("button")) return [];
    const terms = isOne ? [anchor] : [...anchor.querySelectorAll<HTMLElement>("[data-term]")];
    const keys = new Set(terms.map(({ dataset }) => dataset["term"] ?? ""));
    return [...keys].flatMap((key) => {
      const explained = this.glossary?.explain(key);
      return explained ? [{ key, ...explained }] : [];
    });
  }

  #place() {
    const beside = this.#anchor?.getBoundingClientRect();
    if (!beside) return;
    if (beside.bottom < 0 || beside.top > innerHeight) {
      this.#hide();
      return;
    }
    const { width, height } = this.tip.getBoundingClientRect();
    const left = Math.max(GAP, Math.min(beside.left, innerWidth - width - GAP));
    const above = beside.top - height - GAP;
    const below = beside.bottom + GAP;
    // Above what stands first in a dialog is its title.
    const isRatherBelow =
      this.#anchor?.closest("dialog") != null && below + height + GAP <= innerHeight;
    const top = above >= GAP && !isRatherBelow ? above : below;
    Object.assign(this.tip.style, { left: `${left}px`, top: `${top}px` });
  }
}

/** The term that an event is about, in whatever shadow tree it is. */
function termAt(event: Event): HTMLElement | null {
  for (const one of event.composedPath()) {
    if (one instanceof HTMLElement && one.dataset["term"] !== undefined) return one;
  }
  return null;
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-term-tip": TermTip;
  }
}

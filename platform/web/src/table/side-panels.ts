// The panels beside the board: a column on wide screens, tabs on narrow ones.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { WideScreen } from "../ui/wide-screen.ts";
import { t } from "../i18n/words.ts";

const SIDES = ["seats", "log", "chat", "score"] as const;
type Side = (typeof SIDES)[number];

/** `<gueridon-sides>`, with the slots `seats` (only in tabs), `score`, `log` and `chat`. */
@customElement("gueridon-sides")
export class SidePanels extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      :host {
        min-width: 0;
      }
      [role="tablist"] {
        display: flex;
        gap: 0.25rem;
        border-bottom: 1px solid var(--line);
        margin-bottom: 0.5rem;
      }
      [role="tab"] {
        flex: 1;
        padding: 0.35rem 0.3rem;
        border-bottom: 0;
        border-radius: var(--radius) var(--radius) 0 0;
      }
      [role="tab"][aria-selected="true"],
      [role="tab"][aria-selected="true"]:hover {
        background: var(--accent);
        border-color: var(--accent);
        color: var(--on-accent);
        font-weight: 600;
      }
      section.panel {
        padding: 0.75rem;
        min-width: 0;
      }
      h2 {
        font-size: 1.05rem;
      }
    `,
  ];

  /** The number of messages; null until they are loaded. */
  @property({ attribute: false }) messages: number | null = null;
  /** Whether the score stands here; once the game is over it is part of the result. */
  @property({ type: Boolean }) hasScore = false;
  @state() private open: Side = "log";
  readonly #language = new StoreController(this, $language);
  readonly #screen = new WideScreen(this);
  #heard: number | null = null;

  override willUpdate() {
    if (!this.#sides.includes(this.open)) this.open = "log";
    // Messages from before the visitor came are not new.
    const isFirst = this.#heard === null || this.messages === null;
    if (isFirst || this.#screen.isWide || this.open === "chat") this.#heard = this.messages;
  }

  override render() {
    const lang = this.#language.value.toLowerCase();
    if (this.#screen.isWide) {
      return html`<div class="stack" lang=${lang}>
        ${this.#sides
          .filter((side) => side !== "seats")
          .map(
            (side) =>
              html`<section class="panel" aria-labelledby=${side}>
                <h2 id=${side}>${t(`table.panels.${side}`)}</h2>
                <slot name=${side}></slot>
              </section>`,
          )}
      </div>`;
    }
    return html`<div lang=${lang}>
      <div role="tablist" aria-label=${t("table.panels.label")} @keydown=${this.#key}>
        ${this.#sides.map((side) => this.#tab(side))}
      </div>
      ${this.#sides.map(
        (side) =>
          html`<div
            role="tabpanel"
            id="panel-${side}"
            aria-labelledby="tab-${side}"
            ?hidden=${side !== this.open}
          >
            <slot name=${side}></slot>
          </div>`,
      )}
    </div>`;
  }

  get #sides(): readonly Side[] {
    return SIDES.filter((side) => side !== "score" || this.hasScore);
  }

  #tab(side: Side) {
    const isOpen = side === this.open;
    const news = side === "chat" ? (this.messages ?? 0) - (this.#heard ?? 0) : 0;
    const unread = t("chat.unread", { count: news });
    return html`<button
      role="tab"
      id="tab-${side}"
      aria-controls="panel-${side}"
      aria-selected=${isOpen ? "true" : "false"}
      tabindex=${isOpen ? 0 : -1}
      @click=${() => {
        this.open = side;
      }}
    >
      ${t(`table.panels.${side}`)}
      ${
        news > 0
          ? html`<span class="badge">${news}<span class="visually-hidden"> ${unread}</span></span>`
          : nothing
      }
    </button>`;
  }

  #key(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
    const sides = this.#sides;
    const here = sides.indexOf(this.open);
    const ends: Record<string, number> = { Home: 0, End: sides.length - 1 };
    const step = steps[event.key];
    const next = step === undefined ? ends[event.key] : (here + step + sides.length) % sides.length;
    const side = next === undefined ? undefined : sides[next];
    if (side === undefined) return;
    event.preventDefault();
    this.open = side;
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HTMLElement>(`#tab-${side}`)?.focus(),
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-sides": SidePanels;
  }
}

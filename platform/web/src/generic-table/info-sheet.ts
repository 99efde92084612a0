// The explanation of a card or a caption: a small sheet over the table. A button opens it, so that
// it works with keyboard and touch as well as with a mouse.
import { LitElement, css, html } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";

/** The content of a sheet. */
export interface Info {
  readonly name: string;
  readonly text: string;
  readonly isReconstructed?: boolean;
}

/** `<gueridon-generic-sheet>`: hidden until it is shown. */
@customElement("gueridon-generic-sheet")
export class InfoSheet extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      [popover] {
        position: fixed;
        margin: 0;
        width: min(22rem, calc(100vw - 1rem));
        max-height: 80vh;
        overflow: auto;
        padding: 0.8rem 1rem;
        border: 2px solid var(--accent);
        border-radius: var(--radius);
        background: var(--surface);
        color: var(--ink);
        box-shadow: var(--shadow);
      }
      h3 {
        margin: 0 0 0.3em;
      }
      p {
        margin: 0 0 0.6em;
        white-space: pre-line;
      }
    `,
  ];

  @state() private words: Info = { name: "", text: "" };
  #opener: HTMLElement | null = null;
  @query("[popover]") private readonly sheet!: HTMLElement;

  override render() {
    return html`<div
      popover
      role="dialog"
      aria-labelledby="name"
      tabindex="-1"
      @toggle=${this.#toggled}
    >
      <h3 id="name">${this.words.name}</h3>
      <p>${this.words.text}</p>
      ${this.words.isReconstructed ? html`<p class="soft">${t("genericTable.reconstructed")}</p>` : ""}
      <button type="button" @click=${this.#close}>${t("genericTable.close")}</button>
    </div>`;
  }

  /** Shows the sheet beside the button that opens it. */
  async show(words: Info, beside: HTMLElement): Promise<void> {
    this.words = words;
    this.#opener = beside;
    await this.updateComplete;
    this.sheet.showPopover();
    const [place, own] = [beside.getBoundingClientRect(), this.sheet.getBoundingClientRect()];
    const left = Math.min(place.left, innerWidth - own.width - 8);
    const below = place.bottom + 6;
    const fits = below + own.height < innerHeight;
    const top = fits ? below : Math.min(place.top - own.height - 6, innerHeight - own.height - 8);
    this.sheet.style.left = `${Math.max(8, left)}px`;
    this.sheet.style.top = `${Math.max(8, top)}px`;
    this.sheet.focus();
  }

  /** Returns the focus to the opener, unless something else has it already. */
  readonly #toggled = (event: ToggleEvent) => {
    const isLost = document.activeElement === document.body || this.matches(":focus-within");
    if (event.newState === "closed" && isLost) this.#opener?.focus({ preventScroll: true });
  };

  readonly #close = () => {
    this.sheet.hidePopover();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-generic-sheet": InfoSheet;
  }
}

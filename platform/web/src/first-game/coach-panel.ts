// The coach: what is to be explained at this moment of a first game, above the board or beside it.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { GameGlossary } from "../learning/glossary.ts";
import type { Look } from "../learning/condition.ts";
import { inLanguage, type FirstGame, type Step } from "../learning/learning.ts";
import { marked, termStyle } from "../learning/marked.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { Coach } from "./coach.ts";
import type { Pointable } from "./pointing.ts";

/** How often the board is searched for what is pointed at: it draws itself anew at any time. */
const SEARCH_MS = 300;

/** `<gueridon-coach>`, at a table that has one. */
@customElement("gueridon-coach")
export class CoachPanel extends LitElement {
  static override styles = [
    sharedStyles,
    termStyle,
    css`
      section.panel {
        max-height: 40vh;
        margin-bottom: var(--space);
        overflow-y: auto;
        border: 2px dashed var(--turn);
      }
      h2 {
        font-size: 1.05rem;
        margin: 0 0 0.4rem;
      }
      .words {
        max-width: 70ch;
        margin: 0 0 0.6rem;
      }
      .row {
        gap: 0.5rem;
      }
      details {
        margin-top: 0.6rem;
      }
      summary {
        cursor: pointer;
        color: var(--accent);
      }
      ol {
        margin: 0.4rem 0 0;
        padding-inline-start: 1.4rem;
      }
      /* On a telephone most of the window is the board's. */
      @media (max-width: 40rem) {
        section.panel {
          padding: 0.4rem 0.6rem;
          margin-bottom: 0.5rem;
          font-size: 0.875rem;
          line-height: 1.35;
        }
        h2 {
          font-size: 0.875rem;
          margin: 0;
        }
        .words {
          margin-bottom: 0.3rem;
        }
        button {
          min-height: 2rem;
          padding: 0.1rem 0.6rem;
        }
        details {
          margin-top: 0.2rem;
        }
      }
    `,
  ];

  @property() table = "";
  @property({ attribute: false }) firstGame: FirstGame | null = null;
  /** What the player sees. */
  @property({ attribute: false }) look: Look | null = null;
  /** Whether the game is over, so that nothing new comes up any more. */
  @property({ type: Boolean }) isOver = false;
  @property({ attribute: false }) glossary: GameGlossary | null = null;
  /** At what is pointed; null while it is not there. */
  @property({ attribute: false }) board: () => Pointable | null = () => null;
  readonly #language = new StoreController(this, $language);
  #coach: Coach | null = null;
  #searching: ReturnType<typeof setInterval> | undefined;

  override connectedCallback() {
    super.connectedCallback();
    this.#searching = setInterval(() => {
      this.#point();
    }, SEARCH_MS);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#searching);
    this.board()?.pointAt([]);
  }

  override willUpdate(changed: PropertyValues<this>) {
    if (changed.has("table") || changed.has("firstGame")) {
      this.#coach = this.firstGame && new Coach(this.table, this.firstGame.steps);
    }
    if (this.look) this.#coach?.look(this.look);
  }

  override updated() {
    this.#point();
  }

  override render() {
    const coach = this.#coach;
    if (!coach) return nothing;
    const lang = this.#language.value.toLowerCase();
    const step = coach.current;
    if (this.isOver && step === null) return nothing;
    return html`<section class="panel" aria-labelledby="coach" lang=${lang}>
      <h2 id="coach" tabindex="-1">${t("firstGame.coach")}</h2>
      <p class="words" role="status">
        ${
          step
            ? marked(this.glossary, this.#say(step))
            : t(coach.isEnded ? "firstGame.ended" : "firstGame.nothing")
        }
      </p>
      <div class="row">${coach.isEnded ? this.#resume() : this.#buttons(step)}</div>
      ${coach.said.length === 0 ? nothing : this.#before(coach.said)}
    </section>`;
  }

  #buttons(step: Step | null) {
    return html`${
        step
          ? html`<button type="button" class="main" @click=${this.#understood}>
                ${t("firstGame.understood")}
              </button>
              ${
                step.point.length === 0
                  ? nothing
                  : html`<button type="button" @click=${this.#show}>${t("firstGame.show")}</button>`
              }`
          : nothing
      } <button type="button" class="plain" @click=${this.#end}>${t("firstGame.end")}</button>`;
  }

  #resume() {
    return html`<button type="button" class="plain" @click=${this.#again}>
      ${t("firstGame.resume")}
    </button>`;
  }

  #before(said: readonly Step[]) {
    return html`<details>
      <summary>${t("firstGame.before")}</summary>
      <ol>
        ${said.map((step) => html`<li>${this.#say(step)}</li>`)}
      </ol>
    </details>`;
  }

  #say(step: Step): string {
    return inLanguage(step.say, this.#language.value);
  }

  readonly #understood = () => {
    if (this.look) this.#coach?.next(this.look);
    void this.#refocus();
  };

  readonly #end = () => {
    this.#coach?.end();
    void this.#refocus();
  };

  readonly #again = () => {
    if (this.look) this.#coach?.resume(this.look);
    void this.#refocus();
  };

  readonly #show = () => {
    this.#point();
    this.board()?.show();
  };

  /** Draws anew; the button that was pressed may be gone, and the focus with it. */
  async #refocus() {
    this.requestUpdate();
    await this.updateComplete;
    if (!this.shadowRoot?.activeElement) {
      this.renderRoot.querySelector<HTMLElement>("#coach")?.focus();
    }
  }

  #point() {
    this.board()?.pointAt(this.#coach?.current?.point ?? []);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-coach": CoachPanel;
  }
}

// The element of Abyss: renders its properties, composes payments, and dispatches what is played.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import {
  ComposeEvent,
  PlayEvent,
  type Catalogue,
  type Glossary,
  type Language,
  type LegalMove,
  type Preview,
  type ScorePad,
  type TableElement,
  type TableState,
} from "@gueridon/web/element";
import { actions } from "./actions.ts";
import { setAside } from "./set-aside.ts";
import { council } from "./council.ts";
import { court } from "./court.ts";
import { dialog } from "./dialog.ts";
import { focusPosition, restoreFocus, type FocusPosition } from "./focus.ts";
import type { AbyssView } from "./generated.ts";
import { hand } from "./hand.ts";
import { offersFor, type Offer } from "./offers.ts";
import { fade, placesIn } from "./fade-out.ts";
import { locations } from "./locations.ts";
import { payment } from "./payment.ts";
import { side } from "./player.ts";
import { Scene, type Handlers, type Question } from "./scene.ts";
import { styles } from "./styles/all.ts";
import { threat } from "./threat.ts";
import { track } from "./track.ts";
import { NO_TABLE } from "./no-table.ts";
import "./single-card.ts";
import { say } from "./words.ts";

/** A view and its question. */
interface Shown {
  readonly view: AbyssView;
  readonly moves: readonly LegalMove[];
  readonly prompt: string | null;
  readonly isUncertain: boolean;
}

/** `<gueridon-abyss>` */
@customElement("gueridon-abyss")
export class AbyssTable extends LitElement implements TableElement {
  static override styles = styles;

  @property({ attribute: false }) table: TableState = NO_TABLE;
  @property({ attribute: false }) view: unknown = null;
  @property({ attribute: false }) moves: readonly LegalMove[] = [];
  @property({ attribute: false }) score: ScorePad | null = null;
  @property({ attribute: false }) catalogue: Catalogue = new Map();
  @property({ attribute: false }) language: Language = "EN";
  @property({ attribute: false }) preview: Preview | null = null;
  @property({ attribute: false }) isBusy = false;
  @property({ type: Boolean, reflect: true }) motion = false;
  @property({ attribute: false }) glossary: Glossary | null = null;

  /** The steps composed so far. */
  @state() private steps: readonly unknown[] = [];
  /** What the open dialog shows; null while none is open. */
  @state() private question: Question | null = null;

  #focus: FocusPosition | null = null;
  /** What was last shown, so that nothing flickers while the page asks for a preview. */
  #shown: Shown | null = null;

  readonly #handlers: Handlers = {
    chosen: (offer) => {
      this.#choose(offer);
    },
    asked: (question) => {
      this.question = question;
    },
    undone: () => {
      this.#compose(this.steps.slice(0, -1));
    },
    cancelled: () => {
      this.#compose([]);
    },
  };

  #choose({ move, isComposed }: Offer): void {
    if (this.#isInert) return;
    // Only a dialog that is closed gives the focus back to its opener.
    this.renderRoot.querySelector("dialog")?.close();
    this.question = null;
    const steps = [...this.steps, move];
    if (isComposed) this.#compose(steps);
    else this.dispatchEvent(new PlayEvent(steps));
  }

  #compose(steps: readonly unknown[]): void {
    if (this.isBusy) return;
    this.steps = steps;
    this.dispatchEvent(new ComposeEvent(steps));
  }

  /** The preview, if it is that of the composed steps. */
  get #answer(): Preview | null {
    const isOfThese = JSON.stringify(this.preview?.steps) === JSON.stringify(this.steps);
    return this.steps.length > 0 && isOfThese ? this.preview : null;
  }

  get #isInert(): boolean {
    const isUnanswered = this.steps.length > 0 && this.#answer === null;
    return this.isBusy || this.table.isReplay || isUnanswered;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.#isForgotten(changed)) this.steps = [];
    const answer = this.#answer;
    if (this.steps.length === 0 || answer?.refusal != null) {
      const now = { view: this.view as AbyssView, moves: this.moves };
      this.#shown = this.view === null ? null : { ...now, prompt: null, isUncertain: false };
    } else if (answer?.view != null) {
      this.#shown = { ...answer, view: answer.view as AbyssView };
    }
  }

  /**
   * Whether the composed steps are obsolete. While others play, the page asks for a new preview of
   * them; it removes the preview when they were played or the question has changed.
   */
  #isForgotten(changed: PropertyValues<this>): boolean {
    const { id, since } = changed.get("table") ?? this.table;
    const isAnswered = id !== this.table.id || since !== this.table.since;
    const isTaken = this.preview === null && changed.has("preview");
    return this.table.isReplay || isAnswered || isTaken;
  }

  protected override update(changed: PropertyValues): void {
    this.#focus = this.renderRoot instanceof ShadowRoot ? focusPosition(this.renderRoot) : null;
    const before = this.motion && this.hasUpdated ? placesIn(this.renderRoot) : null;
    super.update(changed);
    const layer = this.renderRoot.querySelector(".fading");
    if (before && layer) fade(before, layer);
  }

  protected override updated(): void {
    const root = this.renderRoot;
    const open = root.querySelector("dialog");
    if (open && !open.open) open.showModal();
    if (this.#focus && root instanceof ShadowRoot) restoreFocus(root, this.#focus);
  }

  protected override firstUpdated(): void {
    // The first rendering is not animated.
    requestAnimationFrame(() => {
      this.toggleAttribute("settled", true);
    });
  }

  protected override render(): TemplateResult {
    if (this.#shown === null) {
      return html`<p class="soft">${say(this.language, "notStarted")}</p>`;
    }
    const { view, prompt, isUncertain } = this.#shown;
    const answer = this.#answer;
    const moves = answer?.refusal == null ? this.#shown.moves : [];
    const scene = new Scene({
      view,
      table: this.table,
      catalogue: this.catalogue,
      language: this.language,
      glossary: this.glossary,
      offers: offersFor(moves, view, this.table.seat),
      isInert: this.#isInert,
      isBusy: this.isBusy,
      composedSteps: this.steps.length,
      prompt,
      refusal: answer?.refusal ?? null,
      isUncertain,
      handlers: this.#handlers,
    });
    return html`<div class="table" lang=${this.language.toLowerCase()}>
        ${this.#dock(scene)}
        <div class="board" role="group" aria-label=${scene.say("board")}>
          ${court(scene)} ${track(scene)} ${threat(scene)} ${council(scene)} ${locations(scene)}
          <div class="sides" role="group" aria-label=${scene.say("players")}>
            ${repeat(
              this.#others(view),
              ({ seat }) => seat,
              (player) => side(scene, player),
            )}
          </div>
        </div>
        ${setAside(scene)}
        <ul class="fading" aria-hidden="true"></ul>
      </div>
      ${
        this.question === null
          ? nothing
          : dialog(scene, this.question, () => {
              this.question = null;
            })
      }`;
  }

  #dock(scene: Scene): TemplateResult {
    return html`<section class="dock" aria-label=${scene.say("dock")}>
      ${actions(scene)} ${payment(scene)} ${hand(scene)}
      ${scene.own ? side(scene, scene.own) : nothing}
    </section>`;
  }

  /** The other players, in turn order from the viewer's seat. */
  #others({ players }: AbyssView) {
    const { seat } = this.table;
    return seat === null ? players : [...players.slice(seat + 1), ...players.slice(0, seat)];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-abyss": AbyssTable;
  }
}

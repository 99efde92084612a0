// The element of a board: renders its properties, narrows choices, and dispatches what is played.
import { html, LitElement, nothing, render, type PropertyValues, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
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
} from "@gueridon/element";
import { inPanel, onBoard, OPEN, remaining, type Choice, type Narrowing } from "./choices.ts";
import { guardDoublePress } from "./double-press.ts";
import type { Flight } from "./flights.ts";
import { focusPosition, restoreFocus, type FocusPosition } from "./focus.ts";
import { Follow } from "./follow.ts";
import { showMarked } from "./marked.ts";
import { NO_TABLE } from "./no-table.ts";
import type { AnyScene, Handlers, SceneParts } from "./scene.ts";
import { keepSettings, readSettings, type Settings } from "./settings.ts";
import { settingsDialog } from "./settings-dialog.ts";
import { soundBetween, type Happening } from "./sound-between.ts";
import { play } from "./sounds.ts";
import type { Offer } from "./steps.ts";
import { Tip, type Explanation } from "./tip.ts";
import { placesIn, travel, type Places } from "./travel.ts";
import { say, SHARED } from "./words.ts";

type Drawn = TemplateResult | typeof nothing;

/** What the page has set at one moment. */
interface Look {
  readonly table: TableState;
  readonly view: unknown;
  readonly moves: readonly LegalMove[];
  readonly score: ScorePad | null;
}

/** A view and its question. */
interface Shown<View> {
  readonly view: View;
  readonly moves: readonly LegalMove[];
  readonly prompt: string | null;
  readonly isUncertain: boolean;
}

/**
 * A board. Parts that are chosen carry `data-key`, places between which something travels
 * `data-place`, what plays steps `data-move` with their kinds, what has a tip `data-tip` or `data-explained`, and what the focus stays in
 * `data-region`.
 */
export abstract class Board<
  View extends object,
  O extends Offer,
  Question,
  S extends AnyScene<O, Question>,
  What extends string,
>
  extends LitElement
  implements TableElement
{
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
  /** What was chosen so far on the way to the next step. */
  @state() private narrowing: Narrowing = OPEN;
  /** What the open dialog shows; null while none is open. */
  @state() private question: Question | "settings" | null = null;
  @state() private settings: Settings = readSettings();

  #focus: FocusPosition | null = null;
  /** Lets go of what the page sets, move by move. */
  readonly #follow = new Follow<Look>(() => {
    this.requestUpdate();
  });
  /** What is shown of it, and what was shown before this update. */
  #look: Look | null = null;
  #lookBefore: Look | null = null;
  /** What was last shown, so that nothing flickers while the page asks for a preview. */
  #shown: Shown<View> | null = null;
  #offers: readonly O[] = [];
  #scene: { readonly scene: S; readonly view: View } | null = null;
  /** The view before this update, and where everything was then. */
  #before: { readonly view: View; readonly places: Places } | null = null;
  /** Whether there is something new to choose, which may be out of sight. */
  #isMarkedAnew = false;
  readonly #tip = new Tip((id) =>
    this.#scene === null ? { title: "", text: "" } : this.explain(this.#scene.scene, id),
  );

  /** The way to each legal step. */
  protected abstract offersFor(moves: readonly LegalMove[], view: View): readonly O[];

  /** What everything is rendered from. */
  protected abstract sceneOf(parts: SceneParts<View, O, Question>): S;

  /** Everything that lies on the table. */
  protected abstract laid(scene: S): TemplateResult;

  /** The dialog for a question. */
  protected abstract dialogFor(scene: S, question: Question, closed: () => void): TemplateResult;

  /** What went where between two views of the same eyes. */
  protected abstract flightsBetween(before: View, after: View): readonly Flight<What>[];

  /** What else happened between two views that the viewer may want to hear. */
  protected abstract happenedBetween(before: View, after: View): Happening | null;

  /** What is seen of something that travels; null where it is not known. */
  protected abstract traveller(scene: S, what: What | null): Drawn;

  /** The tip of what carries `data-explained`. */
  protected abstract explain(scene: S, id: string): Explanation;

  readonly #handlers: Handlers<O, Question> = {
    chosen: (choice) => {
      this.#choose(choice);
    },
    asked: (question) => {
      this.#tip.hide(this.renderRoot);
      this.question = question;
    },
    widened: () => {
      const { path } = this.narrowing;
      this.narrowing = path.length > 1 ? { kind: null, path: path.slice(0, -1) } : OPEN;
    },
    undone: () => {
      this.#compose(this.steps.slice(0, -1));
    },
    cancelled: () => {
      this.#compose([]);
    },
    skipped: () => {
      this.#follow.skip();
    },
    setUp: () => {
      this.#tip.hide(this.renderRoot);
      this.question = "settings";
    },
    changed: (settings) => {
      this.settings = settings;
      keepSettings(settings);
    },
  };

  readonly #pressed = ({ key }: KeyboardEvent) => {
    // In a dialog the key closes that.
    if (key === "Escape" && this.question === null) this.#follow.skip();
  };

  /** The panel does. */
  readonly showsPrompt = true;

  constructor() {
    super();
    guardDoublePress(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#pressed);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#pressed);
    this.#follow.end();
  }

  #choose({ offers: [offer], next }: Choice<O>): void {
    if (this.#isInert) return;
    this.#tip.hide(this.renderRoot);
    if (next !== null) {
      this.narrowing = next;
      return;
    }
    const steps = [...this.steps, offer.move];
    if (offer.isComposed) this.#compose(steps);
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
    const isLate = this.#follow.behind > 0;
    return this.isBusy || this.table.isReplay || isUnanswered || isLate;
  }

  /** What is to be shown now of what the page has set. */
  #lookNow(): Look {
    const { table, view, moves, score } = this;
    const isFollowed =
      this.motion &&
      this.settings.follows &&
      !document.hidden &&
      this.hasUpdated &&
      !table.isReplay &&
      view !== null;
    return this.#follow.take({ table, view, moves, score }, isFollowed);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = this.#look;
    const look = this.#lookNow();
    this.#lookBefore = before;
    this.#look = look;
    const { id, since } = before?.table ?? look.table;
    const isAnswered = id !== look.table.id || since !== look.table.since || look.table.isReplay;
    // The page removes the preview when the steps were played or the question has changed.
    const isTaken = this.preview === null && changed.has("preview");
    if (isAnswered || isTaken) this.steps = [];
    if (isAnswered) this.narrowing = OPEN;
    const answer = this.#answer;
    if (this.steps.length === 0 || answer?.refusal != null) {
      const now = { view: look.view as View, moves: look.moves };
      const { prompt } = look.table;
      this.#shown = look.view === null ? null : { ...now, prompt, isUncertain: false };
    } else if (answer?.view != null) {
      this.#shown = { ...answer, view: answer.view as View };
    }
    const moves = answer?.refusal == null ? (this.#shown?.moves ?? []) : [];
    this.#offers = this.#shown ? this.offersFor(moves, this.#shown.view) : [];
    // What was chosen on the way to a step is forgotten when it leads to none any more.
    if (remaining(this.#offers, this.narrowing).length === 0) this.narrowing = OPEN;
    const wasAsked = before !== null && before.moves.length > 0;
    const isAsked = isAnswered && !wasAsked && look.moves.length > 0;
    const isNarrowed = (changed as PropertyValues).has("narrowing");
    this.#isMarkedAnew = this.hasUpdated && (isAsked || isNarrowed);
  }

  protected override update(changed: PropertyValues): void {
    this.#focus = this.renderRoot instanceof ShadowRoot ? focusPosition(this.renderRoot) : null;
    const isSame = this.#lookBefore?.table.id === this.#look?.table.id;
    const before = this.#scene?.view;
    const isMoving = this.motion && this.hasUpdated && isSame && before !== undefined;
    this.#before = isMoving ? { view: before, places: placesIn(this.renderRoot) } : null;
    super.update(changed);
  }

  protected override updated(): void {
    const root = this.renderRoot;
    const open = root.querySelector("dialog");
    if (open && !open.open) {
      open.showModal();
      // Its end, where the first button is, may lie below the window.
      open.querySelector("h2")?.focus();
    }
    if (this.#focus && root instanceof ShadowRoot) restoreFocus(root, this.#focus);
    // What is scrolled to stops above the dock, however high that is.
    const dock = root.querySelector<HTMLElement>(".dock");
    this.style.setProperty("--dock", `${dock?.offsetHeight ?? 0}px`);
    if (this.#isMarkedAnew) showMarked(root);
    const before = this.#before;
    if (before && this.#scene && before.view !== this.#scene.view) {
      this.#travel(before.view, this.#scene.view, before.places);
    }
    this.#sound();
  }

  /** Lets the visitor hear what has happened since the last update, if they want to. */
  #sound(): void {
    const { hasSounds, isHeardHidden, volume } = this.settings;
    const [before, after] = [this.#lookBefore, this.#look];
    if (!hasSounds || before?.view == null || after?.view == null) return;
    if (before.table.id !== after.table.id || before.table.seq >= after.table.seq) return;
    if (after.table.isReplay) return;
    const [then, now] = [before.view as View, after.view as View];
    const sound = soundBetween(before.table, after.table, {
      happening: this.happenedBetween(then, now),
      isMoved: this.flightsBetween(then, now).length > 0,
    });
    if (sound === null || (document.hidden && !(sound === "turn" && isHeardHidden))) return;
    play(sound, volume);
  }

  #travel(before: View, after: View, places: Places): void {
    const layer = this.renderRoot.querySelector<HTMLElement>(".travelling");
    const flights = this.flightsBetween(before, after);
    if (!layer || flights.length === 0) return;
    travel(flights, places, placesIn(this.renderRoot), layer, ({ what }) => this.#draw(what));
  }

  #draw(what: What | null): HTMLElement {
    const traveller = document.createElement("span");
    traveller.className = "traveller";
    if (this.#scene) render(this.traveller(this.#scene.scene, what), traveller);
    return traveller;
  }

  protected override firstUpdated(): void {
    if (this.renderRoot instanceof ShadowRoot) this.#tip.listen(this.renderRoot);
  }

  protected override render(): TemplateResult {
    if (this.#shown === null) {
      this.#scene = null;
      return html`<p class="soft">${say(SHARED, this.language, "notStarted")}</p>`;
    }
    const { table, score } = this.#look ?? this;
    const { view, prompt, isUncertain } = this.#shown;
    const scene = this.sceneOf({
      view,
      table,
      catalogue: this.catalogue,
      language: this.language,
      glossary: this.glossary,
      score: this.steps.length === 0 ? score : null,
      narrowing: this.narrowing,
      onBoard: onBoard(this.#offers, this.narrowing),
      inPanel: inPanel(this.#offers, this.narrowing),
      offers: this.#offers,
      isInert: this.#isInert,
      isBusy: this.isBusy,
      composedSteps: this.steps.length,
      prompt,
      refusal: this.#answer?.refusal ?? null,
      isUncertain,
      behind: this.#follow.behind,
      settings: this.settings,
      handlers: this.#handlers,
    });
    this.#scene = { scene, view };
    return html`<div class="board" lang=${this.language.toLowerCase()}>
        ${this.laid(scene)}
        <div class="travelling" aria-hidden="true"></div>
        <div class="tip" popover="manual" aria-hidden="true"><strong></strong><span></span></div>
      </div>
      ${this.#dialog(scene)}`;
  }

  #dialog(scene: S): Drawn {
    const closed = () => {
      this.question = null;
    };
    if (this.question === null) return nothing;
    return this.question === "settings"
      ? settingsDialog(scene, closed)
      : this.dialogFor(scene, this.question, closed);
  }
}

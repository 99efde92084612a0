// The table of any game that brings none of its own: the prompt, the legal steps, and the view in
// groups, drawn from the schema's types and the catalogue.
import { LitElement, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
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
import { humanize } from "../i18n/humanize.ts";
import { markedInButton, termStyle } from "../learning/marked.ts";
import { $language, mayMove } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { Baseline } from "./baseline.ts";
import { kindOf } from "./captions.ts";
import { columnsOf } from "./comparison-table.ts";
import { comparisonsIn, type Comparison } from "./comparison.ts";
import { changesBetween, type Changes } from "./changes.ts";
import {
  MIDDLE,
  asideOf,
  captionOf,
  emptyOf,
  factsOf,
  groupsOf,
  panelBody,
  type DrawContext,
} from "./draw.ts";
import type { GameTypes } from "../games/introspection.ts";
import "./move-buttons.ts";
import type { MoveButtons } from "./move-buttons.ts";
import { readView } from "./read-view.ts";
import { isEmpty, type Panel, type Reading } from "./reading.ts";
import "./info-sheet.ts";
import type { InfoSheet, Info } from "./info-sheet.ts";
import { groupByKind, type Choice, type ChoiceGroup } from "./choices.ts";
import { tableStyle } from "./styles.ts";
import { previewFor, previewBox, type PreviewedStep } from "./preview-box.ts";
import { loadTypesOf } from "../games/views.ts";
import { whyNoMoves } from "./why-no-moves.ts";

const NO_TABLE: TableState = {
  id: "",
  seq: 0,
  since: null,
  status: "OPEN",
  seats: [],
  seat: null,
  prompt: null,
  isReplay: false,
};

/** The properties that change once a pressed button has taken effect. */
const ANSWERS = ["moves", "preview", "isBusy", "steps"];

/** `<gueridon-generic>` */
@customElement("gueridon-generic")
export class GenericTable extends LitElement implements TableElement {
  static override styles = [sharedStyles, tableStyle, termStyle];

  @property({ attribute: false }) table: TableState = NO_TABLE;
  @property({ attribute: false }) view: unknown = null;
  @property({ attribute: false }) moves: readonly LegalMove[] = [];
  @property({ attribute: false }) score: ScorePad | null = null;
  @property({ attribute: false }) catalogue: Catalogue = new Map();
  @property() language: Language = $language.get();
  @property({ attribute: false }) preview: Preview | null = null;
  @property({ type: Boolean }) isBusy = false;
  @property({ type: Boolean }) motion = mayMove();
  @property({ attribute: false }) glossary: Glossary | null = null;

  @state() private types: GameTypes | null = null;
  @state() private isTrying = false;
  @state() private steps: readonly PreviewedStep[] = [];
  @state() private highlighted: Choice | null = null;
  @query("gueridon-generic-sheet") private readonly sheet!: InfoSheet;
  @query(".actions h2") private readonly heading!: HTMLElement | null;
  @query("gueridon-generic-moves") private readonly buttons!: MoveButtons | null;

  readonly #baseline = new Baseline();
  #before: unknown = null;
  #reading: Reading = readView(null, this.#reader());
  #comparisons: readonly Comparison[] = [];
  #changes: Changes = new Map();
  #kinds: readonly ChoiceGroup[] = [];
  /** Steps to compose again, each as soon as it is legal. */
  #again: readonly unknown[] = [];
  #hadFocus = false;

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("view")) this.#findTypes();
    if (this.steps.length > 0) this.#keepUp(changed);
    if (changed.has(this.steps.length === 0 ? "moves" : "preview")) this.#tryAgain();
    if (changed.has("view") || changed.has("table")) {
      const { id: table, seat, isReplay, seq } = this.table;
      const isAsked = this.moves.length > 0;
      this.#before = this.#baseline.next({ table, seat, isReplay, seq, view: this.view, isAsked });
    }
    const isOnlyHighlight = changed.size === 1 && changed.has("highlighted" as keyof GenericTable);
    if (!isOnlyHighlight) this.#read();
  }

  override render() {
    const { groups, aside, facts, own, others } = this.#reading;
    const context = this.#drawContext();
    const full = groups.filter((group) => !isEmpty(group));
    const isPreview = this.#answer()?.view != null;
    const classes = `table${isPreview ? " preview" : ""}${this.motion ? " moving" : ""}`;
    return html`<div class=${classes} lang=${this.language.toLowerCase()}>
        <section class="actions panel" aria-labelledby="moves">${this.#actions()}</section>
        <section
          class="view"
          aria-label=${t(isPreview ? "genericTable.preview.table" : "genericTable.table")}
        >
          ${own ? this.#panel(own, context) : nothing}
          ${this.#comparisons.map((one) => this.#comparison(one, context))}
          ${
            facts.length + groups.length > 0
              ? html`<section class="panel" aria-labelledby="middle">
                  <h3 id="middle">${t("genericTable.shared")}</h3>
                  ${factsOf(facts, MIDDLE, context)} ${groupsOf(full, MIDDLE, context)}
                  ${emptyOf(groups, context)}
                </section>`
              : nothing
          }
          ${
            others.length > 0
              ? html`<div class="others">
                  ${others.map((panel) => this.#panel(panel, context))}
                </div>`
              : nothing
          }
          ${aside.map((group) => asideOf(group, MIDDLE, context))}
        </section>
      </div>
      <gueridon-generic-sheet></gueridon-generic-sheet>`;
  }

  override updated(changed: PropertyValues<this>): void {
    const isAnswered = ANSWERS.some((name) => changed.has(name as keyof GenericTable));
    if (this.#hadFocus && isAnswered && !this.#isWaiting()) void this.#findFocus();
  }

  /** Moves the focus to the prompt if the focused button was removed. */
  async #findFocus(): Promise<void> {
    this.#hadFocus = false;
    await this.buttons?.updateComplete;
    if (document.activeElement === document.body) this.heading?.focus();
  }

  #actions() {
    const answer = this.#answer();
    const moves = answer ? (answer.refusal === null ? answer.moves : []) : this.moves;
    // The page says above the table what the game waits for; here stands what a trial leads to.
    const prompt = answer?.refusal === null ? answer.prompt : null;
    const heading = moves.length === 0 ? t("genericTable.noMoves") : t("genericTable.moves");
    return html`
      <h2 id="moves" tabindex="-1">
        ${prompt === null ? heading : markedInButton(this.glossary, prompt)}
      </h2>
      ${
        this.steps.length > 0
          ? previewBox(this.steps, answer, this.isBusy, {
              play: this.#play,
              back: () => {
                this.#hadFocus = true;
                this.#compose(this.steps.slice(0, -1));
              },
              giveUp: () => {
                this.#hadFocus = true;
                this.#compose([]);
              },
            })
          : nothing
      }
      <gueridon-generic-moves
        .kinds=${this.#kinds}
        .nameOf=${this.#kindName}
        .show=${this.#show}
        .told=${this.#told()}
        .isBusy=${this.#isWaiting()}
        .language=${this.language}
        .glossary=${this.glossary}
        @gueridon-generic-chosen=${this.#chosen}
        @gueridon-generic-highlight=${this.#highlight}
      ></gueridon-generic-moves>
      ${
        moves.length === 0 && this.steps.length === 0
          ? html`<p class="soft">${whyNoMoves(this.table)}</p>`
          : nothing
      }
      ${
        this.moves.length > 0
          ? html`<label class="switch">
              <input type="checkbox" .checked=${this.isTrying} @change=${this.#switch} />
              ${t("genericTable.preview.switch")}
            </label>`
          : nothing
      }
    `;
  }

  /** The ids of what only the viewer sees, which is drawn with its texts. */
  #told(): ReadonlySet<string> {
    const { own, groups: middle } = this.#reading;
    const groups = [...(own?.groups ?? []), ...middle].filter(({ isPrivate }) => isPrivate);
    const heads = groups.flatMap(({ items }) => items.map(({ head }) => head));
    return new Set(heads.flatMap((head) => (head?.sort === "thing" ? [head.thing.id] : [])));
  }

  #panel(panel: Panel, context: DrawContext) {
    const isOwn = panel.seat === this.table.seat;
    const seat = this.table.seats.find(({ number }) => number === panel.seat);
    const id = `seat-${panel.seat}`;
    const isHighlighted = this.highlighted?.seats.has(panel.seat) ?? false;
    const compared = this.#comparisons.flatMap(({ sides }) => sides.map(({ list }) => list.path));
    const groups = panel.groups.filter(({ path }) => !compared.includes(path));
    return html`<section
      class="panel side${isOwn ? " own" : ""}${isHighlighted ? " highlighted" : ""}"
      aria-labelledby=${id}
    >
      <h3 id=${id}>
        ${this.#nameOf(panel.seat)}
        ${isOwn && !this.table.isReplay ? html`<span class="badge">${t("genericTable.you")}</span>` : nothing}
        ${seat?.toAct ? html`<span class="badge turn">${t("genericTable.toAct")}</span>` : nothing}
      </h3>
      ${panelBody({ ...panel, groups }, isOwn, context)}
    </section>`;
  }

  #comparison(comparison: Comparison, context: DrawContext) {
    const [first] = comparison.sides;
    const id = `compared-${first?.list.path ?? ""}`;
    return html`<section class="panel" aria-labelledby=${id}>
      <h3 id=${id}>${captionOf(comparison.caption, context)}</h3>
      ${columnsOf(comparison, id, context)}
    </section>`;
  }

  #drawContext(): DrawContext {
    return {
      changes: this.#changes,
      nameOf: (seat) => this.#nameOf(seat),
      isHighlighted: (id, seat) => this.#isHighlighted(id, seat),
      show: this.#show,
    };
  }

  /** A step that names seats highlights things there; any other, one's own and shared things. */
  #isHighlighted(id: string, seat: number | null): boolean {
    if (!this.highlighted?.ids.has(id)) return false;
    if (this.highlighted.seats.size > 0) return seat !== null && this.highlighted.seats.has(seat);
    return seat === null || seat === this.table.seat;
  }

  #nameOf(seat: number): string {
    const name = this.table.seats.find(({ number }) => number === seat)?.name;
    return name ?? t("genericTable.seat", { number: seat + 1 });
  }

  readonly #kindName = (kind: string) =>
    kindOf(this.catalogue, this.types?.view ?? this.#viewName() ?? "", kind) ?? humanize(kind);

  readonly #show = (words: Info, beside: HTMLElement) => {
    void this.sheet.show(words, beside);
  };

  #reader() {
    const { seats, seat } = this.table;
    const asked = seats.filter(({ toAct }) => toAct).map(({ number }) => number);
    return {
      catalogue: this.catalogue,
      types: this.types,
      seats: seats.map(({ number }) => number),
      own: seat,
      isWaiting: asked.length > 0 && (seat === null || !asked.includes(seat)),
    };
  }

  #read(): void {
    const reader = this.#reader();
    const answer = this.#answer();
    const tried = answer?.refusal === null ? answer : null;
    const isComposing = this.steps.length > 0;
    // The old buttons stay, disabled, until the preview is there.
    if (!isComposing || answer) {
      const moves = answer ? (tried?.moves ?? []) : this.moves;
      this.#kinds = groupByKind(moves, this.catalogue);
    }
    this.#reading = readView(tried ? tried.view : this.view, reader);
    this.#comparisons = comparisonsIn(this.#reading);
    const before = tried ? this.view : this.#before;
    this.#changes =
      before === null ? new Map() : changesBetween(readView(before, reader), this.#reading);
  }

  #answer(): Preview | null {
    return previewFor(this.steps, this.preview);
  }

  /** Whether a play or a preview is still waiting for its answer. */
  #isWaiting(): boolean {
    return this.isBusy || (this.steps.length > 0 && !this.#answer());
  }

  #viewName(): string | null {
    const { view } = this;
    if (typeof view !== "object" || view === null || !("__typename" in view)) return null;
    return typeof view.__typename === "string" ? view.__typename : null;
  }

  /** Hardly ever a request: the types were loaded to ask for the view. */
  #findTypes(): void {
    const name = this.#viewName();
    if (name === null || this.types?.view === name) return;
    loadTypesOf(name).then(
      (types) => {
        if (this.#viewName() === name) this.types = types;
      },
      // Without types the values are shown as they are; the next view tries again.
      () => null,
    );
  }

  /** Drops composed steps that are obsolete; composes them again in another language. */
  #keepUp(changed: PropertyValues<this>): void {
    const before = changed.get("table") ?? this.table;
    const isElsewhere = this.table.isReplay || before.id !== this.table.id;
    const isAnswered = before.since !== this.table.since;
    const isTaken = this.preview === null && changed.has("preview");
    if (isElsewhere || isAnswered || isTaken) this.#compose([]);
    else if (changed.has("language"))
      this.#compose(
        [],
        this.steps.map(({ move }) => move),
      );
  }

  /** Composes the next remembered step; only legal steps have a sentence in the new language. */
  #tryAgain(): void {
    const [next, ...others] = this.#again;
    const moves = this.steps.length === 0 ? this.moves : this.#answer()?.moves;
    if (next === undefined || !moves) return;
    const step = moves.find(({ move }) => JSON.stringify(move) === JSON.stringify(next));
    this.#again = [];
    if (step) this.#compose([...this.steps, step], others);
  }

  readonly #chosen = (event: CustomEvent<Choice>) => {
    const { move, words } = event.detail;
    this.highlighted = null;
    this.#hadFocus = true;
    if (this.isTrying) this.#compose([...this.steps, { move, words }]);
    else this.dispatchEvent(new PlayEvent([move]));
  };

  readonly #highlight = (event: CustomEvent<Choice | null>) => {
    this.highlighted = event.detail;
  };

  #compose(steps: readonly PreviewedStep[], again: readonly unknown[] = []): void {
    this.steps = steps;
    this.#again = again;
    this.dispatchEvent(new ComposeEvent(steps.map(({ move }) => move)));
  }

  readonly #play = () => {
    this.#hadFocus = true;
    this.dispatchEvent(new PlayEvent(this.steps.map(({ move }) => move)));
  };

  readonly #switch = (event: Event) => {
    this.isTrying = (event.target as HTMLInputElement).checked;
    if (!this.isTrying && this.steps.length > 0) this.#compose([]);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-generic": GenericTable;
  }
}

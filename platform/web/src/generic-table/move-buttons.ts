// The legal steps as buttons with their sentences: grouped by kind, the first nine with the keys 1
// to 9 as shortcuts, and with a search field if there are very many.
import { LitElement, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { read, write } from "../preferences/storage.ts";
import type { Glossary } from "@gueridon/element";
import { markedInButton, termStyle } from "../learning/marked.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import type { Info } from "./info-sheet.ts";
import { matching, type Choice, type ChoiceGroup } from "./choices.ts";
import { movesStyle } from "./styles.ts";

/** A step was chosen. */
export class ChosenEvent extends CustomEvent<Choice> {
  static readonly type = "gueridon-generic-chosen";
  constructor(choice: Choice) {
    super(ChosenEvent.type, { detail: choice });
  }
}

/** A step is hovered or focused; null when it no longer is. */
export class HighlightEvent extends CustomEvent<Choice | null> {
  static readonly type = "gueridon-generic-highlight";
  constructor(choice: Choice | null) {
    super(HighlightEvent.type, { detail: choice });
  }
}

/** With more steps than this, long groups are folded at first. */
const MANY = 16;

/** With more than this there is a search field. */
const VERY_MANY = 60;

/** A group is long when it has more than this. */
const LONG = 3;

/** Texts are shown beside the buttons of at most so many steps. */
const WITH_TEXTS = 4;

const KEYS = "gueridon.generic.keys";

/** `<gueridon-generic-moves>`: dispatches the chosen step, and the one to highlight. */
@customElement("gueridon-generic-moves")
export class MoveButtons extends LitElement {
  static override styles = [sharedStyles, movesStyle, termStyle];

  @property({ attribute: false }) kinds: readonly ChoiceGroup[] = [];
  /** What a kind of step is called. */
  @property({ attribute: false }) nameOf: (kind: string) => string = (kind) => kind;
  @property({ attribute: false }) show: ((words: Info, beside: HTMLElement) => void) | null = null;
  /** The ids whose texts are already shown on the table. */
  @property({ attribute: false }) told: ReadonlySet<string> = new Set();
  @property({ type: Boolean }) isBusy = false;
  /** Only there to redraw the buttons in another language. */
  @property() language = "";
  @property({ attribute: false }) glossary: Glossary | null = null;

  @state() private search = "";
  @state() private hasKeys = read(KEYS) !== "off";
  /** What the player has folded or unfolded, by kind. */
  @state() private unfolded: ReadonlyMap<string, boolean> = new Map();

  readonly #listen = (event: KeyboardEvent) => {
    this.#pressed(event);
  };

  override connectedCallback() {
    super.connectedCallback();
    document.addEventListener("keydown", this.#listen);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#listen);
  }

  override render() {
    const total = count(this.kinds);
    if (total === 0) return nothing;
    const kinds = total > VERY_MANY ? matching(this.kinds, this.search) : this.kinds;
    const numbers = this.#numbers(kinds);
    return html`
      ${total > VERY_MANY ? this.#searchField(count(kinds), total) : nothing}
      <div class="kinds" @mouseleave=${this.#forget}>
        ${blocks(kinds).map((block) =>
          block.heading === null
            ? this.#list(block.choices, numbers)
            : this.#section(block.heading, block.choices, numbers),
        )}
      </div>
      <label class="keys">
        <input type="checkbox" .checked=${this.hasKeys} @change=${this.#switchKeys} />
        ${t("genericTable.keys")}
      </label>
    `;
  }

  #searchField(hits: number, total: number) {
    return html`<div class="search">
      <label for="search">${t("genericTable.search")}</label>
      <input
        id="search"
        type="search"
        .value=${this.search}
        @input=${(event: Event) => {
          this.search = (event.target as HTMLInputElement).value;
        }}
      />
      <span role="status" class="soft">${t("genericTable.searchHits", { hits, total })}</span>
    </div>`;
  }

  #section(kind: string, choices: readonly Choice[], numbers: ReadonlyMap<Choice, number>) {
    const toggled = (event: Event) => {
      const { open } = event.target as HTMLDetailsElement;
      if (open !== this.#isOpen(kind, choices)) {
        this.unfolded = new Map([...this.unfolded, [kind, open]]);
      }
    };
    return html`<details ?open=${this.#isOpen(kind, choices)} @toggle=${toggled}>
      <summary>${this.nameOf(kind)} <span class="soft">(${choices.length})</span></summary>
      ${this.#list(choices, numbers)}
    </details>`;
  }

  #list(choices: readonly Choice[], numbers: ReadonlyMap<Choice, number>) {
    const hasTexts =
      isChoiceOfThings(choices) && count(this.kinds) <= MANY && this.#isUntold(choices);
    return html`<ul class=${hasTexts ? "plain texts" : "plain"}>
      ${repeat(
        choices,
        ({ key }) => key,
        (choice) =>
          html`<li>
            ${this.#button(choice, numbers.get(choice))}${this.#text(choice, hasTexts)}
          </li>`,
      )}
    </ul>`;
  }

  #isUntold(choices: readonly Choice[]): boolean {
    return choices.some(({ thing }) => thing && !this.told.has(thing.id));
  }

  #button(choice: Choice, number: number | undefined) {
    const highlights = () => this.dispatchEvent(new HighlightEvent(choice));
    return html`<button
      type="button"
      class="step"
      data-move=${choice.kind}
      ?disabled=${this.isBusy}
      aria-keyshortcuts=${number ?? nothing}
      @click=${() => this.dispatchEvent(new ChosenEvent(choice))}
      @mouseenter=${highlights}
      @focus=${highlights}
      @blur=${this.#forget}
    >
      ${number === undefined ? nothing : html`<kbd aria-hidden="true">${number}</kbd>`}
      <span>${markedInButton(this.glossary, choice.words)}</span>
    </button>`;
  }

  #text({ thing }: Choice, isBeside: boolean) {
    if (!thing || this.told.has(thing.id)) return nothing;
    if (isBeside) return html`<p class="text">${thing.text}</p>`;
    return html`<button
      type="button"
      class="about"
      aria-haspopup="dialog"
      aria-label=${t("genericTable.about", { name: thing.name })}
      @click=${(event: Event) => {
        this.show?.(thing, event.currentTarget as HTMLElement);
      }}
    >
      ?
    </button>`;
  }

  #isOpen(kind: string, choices: readonly Choice[]): boolean {
    const isShort = choices.length <= LONG || count(this.kinds) <= MANY || this.search !== "";
    return this.unfolded.get(kind) ?? isShort;
  }

  /** The shortcut of each of the first nine visible buttons. */
  #numbers(kinds: readonly ChoiceGroup[]): ReadonlyMap<Choice, number> {
    if (!this.hasKeys) return new Map();
    const seen = blocks(kinds).flatMap(({ heading, choices }) =>
      heading === null || this.#isOpen(heading, choices) ? choices : [],
    );
    return new Map(seen.slice(0, 9).map((choice, at) => [choice, at + 1]));
  }

  #pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || this.isBusy) return;
    const pressed = digitOf(event);
    if (pressed === null) return;
    const [target] = event.composedPath();
    if ((target instanceof HTMLElement && isField(target)) || hasDialog(document)) return;
    for (const [choice, number] of this.#numbers(
      count(this.kinds) > VERY_MANY ? matching(this.kinds, this.search) : this.kinds,
    )) {
      if (pressed !== String(number)) continue;
      event.preventDefault();
      this.dispatchEvent(new ChosenEvent(choice));
      return;
    }
  }

  readonly #forget = () => {
    this.dispatchEvent(new HighlightEvent(null));
  };

  readonly #switchKeys = (event: Event) => {
    this.hasKeys = (event.target as HTMLInputElement).checked;
    write(KEYS, this.hasKeys ? null : "off");
  };
}

interface Block {
  /** The kind; null for steps of several kinds, which need no heading. */
  readonly heading: string | null;
  readonly choices: readonly Choice[];
}

/** A kind with several steps gets a heading; neighbouring kinds with one step share a list. */
function blocks(kinds: readonly ChoiceGroup[]): readonly Block[] {
  const made: Block[] = [];
  for (const { kind, choices } of kinds) {
    const last = made.at(-1);
    if (choices.length > 1 && kinds.length > 1) made.push({ heading: kind, choices });
    else if (last?.heading === null) {
      made[made.length - 1] = { heading: null, choices: [...last.choices, ...choices] };
    } else made.push({ heading: null, choices });
  }
  return made;
}

/** Whether steps are of one kind and differ only in what they name, so that players compare. */
function isChoiceOfThings(choices: readonly Choice[]): boolean {
  const isOneKind = new Set(choices.map(({ kind }) => kind)).size === 1;
  const areThings = choices.every(({ thing }) => thing !== null);
  return isOneKind && areThings && choices.length > 1 && choices.length <= WITH_TEXTS;
}

function count(kinds: readonly ChoiceGroup[]): number {
  return kinds.reduce((sum, { choices }) => sum + choices.length, 0);
}

/** The digit on a key, even if it needs Shift, as on a French keyboard. */
function digitOf({ key, code }: KeyboardEvent): string | null {
  return /^[1-9]$/.exec(key)?.[0] ?? /^Digit([1-9])$/.exec(code)?.[1] ?? null;
}

/** Whether a dialog is open, in any shadow tree. */
function hasDialog(root: ParentNode): boolean {
  if (root.querySelector("dialog[open]")) return true;
  return [...root.querySelectorAll("*")].some(
    ({ shadowRoot }) => shadowRoot && hasDialog(shadowRoot),
  );
}

/** Whether an element takes key presses as its own input. */
function isField(target: HTMLElement): boolean {
  return target.isContentEditable || target.matches("input, select, textarea, [role=textbox]");
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-generic-moves": MoveButtons;
  }
  interface HTMLElementEventMap {
    "gueridon-generic-chosen": ChosenEvent;
    "gueridon-generic-highlight": HighlightEvent;
  }
}

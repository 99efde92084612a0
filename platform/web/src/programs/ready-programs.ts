// The programs that are ready, each with a button to play against it.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ask } from "../api/client.ts";
import { errorMessage } from "../api/error-message.ts";
import {
  ReadyProgramsDocument,
  type ClockKind,
  type ProgramLineFragment,
  type TableKind,
} from "../api/generated.ts";
import { everyPage } from "../api/pagination.ts";
import { $language } from "../preferences/preferences.ts";
import { playerName } from "../ui/player-name.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { labelled } from "../i18n/labelled.ts";
import { t } from "../i18n/words.ts";
import { gameTitles, hasRoom, offeredGames, tablesInWords } from "./program-words.ts";

/** How often the list is read again while it is shown, in milliseconds. */
const AGAIN_MS = 10_000;

/** A clock, as it is chosen or as a table has it. */
type SomeClock = { readonly live?: unknown; readonly correspondence?: unknown } | null | undefined;

/** The kind of a table's clock. */
export function clockKind(clock: SomeClock): ClockKind {
  if (clock?.live) return "LIVE";
  return clock?.correspondence ? "CORRESPONDENCE" : "NONE";
}

/** Dispatched by `<gueridon-ready-programs>`: the program that was chosen. */
export type ProgramEvent = CustomEvent<ProgramLineFragment>;

/** Dispatched by `<gueridon-ready-programs>`: the ids of those that are listed now. */
export type ListedEvent = CustomEvent<readonly string[]>;

/**
 * `<gueridon-ready-programs>`: the button of a program dispatches `gueridon-program`, and the list
 * `gueridon-programs-listed` whenever it has been read, or `gueridon-programs-failed` when it could
 * not be; it then says why.
 */
@customElement("gueridon-ready-programs")
export class ReadyPrograms extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      ul {
        display: grid;
        gap: 0.6rem;
        padding: 0;
        margin: 0;
        list-style: none;
      }
      li {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.4rem 0.75rem;
        padding: 0.5rem 0.75rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--sunken);
      }
      .who {
        flex: 1 1 12rem;
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .who p {
        margin: 0.2rem 0 0;
      }
      button[aria-pressed="true"] {
        border-color: var(--accent);
        background: var(--accent-soft);
      }
    `,
  ];

  /** Only those that are ready for such a table; null for all. */
  @property({ attribute: false }) kind: TableKind | null = null;
  /** The words of the buttons; null for none. */
  @property() action: string | null = null;
  /** The ids of those that are chosen; null where a choice is carried out at once. */
  @property({ attribute: false }) chosen: readonly string[] | null = null;
  /** Null until they are loaded. */
  @state() private programs: readonly ProgramLineFragment[] | null = null;
  /** What games are called. */
  @state() private titles: ReadonlyMap<string, string> = new Map();
  @state() private fault = "";
  readonly #language = new StoreController(this, $language);
  #again: ReturnType<typeof setInterval> | undefined;
  #asked = "";

  override connectedCallback() {
    super.connectedCallback();
    this.#again = setInterval(() => {
      if (document.visibilityState !== "hidden") void this.#load();
    }, AGAIN_MS);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#again);
    this.#asked = "";
  }

  override updated() {
    const wanted = `${this.#language.value} ${JSON.stringify(this.kind)}`;
    if (wanted === this.#asked) return;
    this.#asked = wanted;
    void this.#load();
  }

  async #load() {
    const wanted = this.#asked;
    const language = this.#language.value;
    const fitting = this.kind;
    try {
      const programs = await everyPage(
        async (after) => (await ask(ReadyProgramsDocument, { fitting, after, language })).programs,
      );
      // At a table the game is chosen already.
      const titles = fitting === null ? await gameTitles() : this.titles;
      // Another table or language may have been chosen meanwhile.
      if (wanted !== this.#asked) return;
      this.programs = programs;
      this.titles = titles;
      this.fault = "";
      const listed = programs.map(({ player }) => player.id);
      this.dispatchEvent(new CustomEvent("gueridon-programs-listed", { detail: listed }));
    } catch (failed) {
      if (wanted !== this.#asked) return;
      this.fault = errorMessage(failed);
      this.dispatchEvent(new Event("gueridon-programs-failed"));
    }
  }

  override render() {
    const language = this.#language.value.toLowerCase();
    if (this.fault) return html`<p class="refusal" role="alert" lang=${language}>${this.fault}</p>`;
    if (this.programs === null) {
      return html`<p role="status" lang=${language}>${t("ui.loading")}</p>`;
    }
    if (this.programs.length === 0) {
      return html`<p class="soft" lang=${language}>${t("programs.none")}</p>`;
    }
    return html`<ul lang=${language}>
      ${this.programs.map((program) => this.#line(program))}
    </ul>`;
  }

  #line(program: ProgramLineFragment) {
    const { player, ready } = program;
    return html`<li>
      <div class="who">
        <strong>${playerName(player)}</strong>
        ${ready?.description ? html`<p>${ready.description}</p>` : ""}
        ${this.kind === null ? offeredGames(program, this.titles) : ""}
        <p class="soft">${tablesInWords(program)}</p>
      </div>
      ${this.action === null ? "" : this.#button(program, this.action)}
    </li>`;
  }

  #button(program: ProgramLineFragment, action: string) {
    const { id, name } = program.player;
    const isChosen = this.chosen?.includes(id) ?? false;
    const isOff = !isChosen && !hasRoom(program);
    const choose = () => {
      if (isOff) return;
      this.dispatchEvent(new CustomEvent("gueridon-program", { detail: program }));
    };
    return html`<button
      type="button"
      aria-label=${labelled(action, name)}
      aria-pressed=${this.chosen === null ? nothing : isChosen ? "true" : "false"}
      aria-disabled=${isOff ? "true" : "false"}
      @click=${choose}
    >
      ${isOff ? t("programs.busy") : action}
    </button>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-ready-programs": ReadyPrograms;
  }
}

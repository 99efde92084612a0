// The log: the entries of a table's journal in words.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { announcementOf } from "../ui/announcement.ts";
import { errorMessage } from "../api/error-message.ts";
import type { EntryLineFragment as Entry, LiveTableFragment } from "../api/generated.ts";
import { avatar } from "../ui/avatar.ts";
import { FocusKeeper } from "../ui/focus-keeper.ts";
import { FollowEnd } from "../ui/follow-end.ts";
import type { GameGlossary } from "../learning/glossary.ts";
import { marked, termStyle } from "../learning/marked.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { formatTime } from "../i18n/time-format.ts";
import { iconOf } from "./icons.ts";
import { EMPTY_JOURNAL, gapOf, type Journal } from "./journal.ts";

/** How many of the newest entries are drawn at first. */
const RECENT = 200;
/** How many more are drawn at a time. */
const MORE = 100;

/** A run of so many plays of one seat is folded once another has played. */
const LONG_RUN = 4;

/** The owner of the journal, which can load the entries before its first. */
export interface EarlierEntries {
  loadEarlier(): Promise<void>;
}

/** `<gueridon-log>` */
@customElement("gueridon-log")
export class LogPanel extends LitElement {
  static override styles = [
    sharedStyles,
    termStyle,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 0;
      }
      .scroll {
        overflow-y: auto;
        max-height: var(--log-height, 22rem);
        overflow-wrap: anywhere;
      }
      li {
        display: grid;
        grid-template-columns: minmax(1.8rem, auto) 24px 1fr;
        gap: 0.1rem 0.4rem;
        padding: 0.25rem 0.3rem;
        border-bottom: 1px solid var(--line);
      }
      li.missed {
        border-inline-start: 4px solid var(--turn);
      }
      li.here {
        background: var(--accent-soft);
        outline: 2px solid var(--accent);
        outline-offset: -2px;
      }
      li.fold {
        display: block;
      }
      li.fold summary {
        color: var(--accent);
        cursor: pointer;
      }
      .icon svg {
        display: block;
        width: 20px;
        height: 20px;
      }
      li.divider {
        display: block;
        color: var(--turn);
        font-weight: 700;
      }
      p {
        margin: 0;
      }
      .badge {
        font-size: 0.75em;
      }
    `,
  ];

  @property() table = "";
  @property({ attribute: false }) journal: Journal = EMPTY_JOURNAL;
  /** Loads the entries before those of the journal. */
  @property({ attribute: false }) live: EarlierEntries | null = null;
  /** The seats, for entries that only say who has played. */
  @property({ attribute: false }) seats: LiveTableFragment["seats"] = [];
  /** The visitor's own seat, whose entries are not announced. */
  @property({ attribute: false }) seat: number | null = null;
  @property({ attribute: false }) glossary: GameGlossary | null = null;
  /** The entry shown in the replay; null for none. */
  @property({ attribute: false }) at: number | null = null;
  @state() private shown = RECENT;
  @state() private announcement = "";
  @state() private refusal: string | null = null;
  readonly #language = new StoreController(this, $language);
  readonly #end = new FollowEnd(this, ".scroll");

  constructor() {
    super();
    new FocusKeeper(this, ".scroll");
  }

  override willUpdate(changed: PropertyValues<this>) {
    const before = changed.get("journal");
    // Leaving a replay is not news.
    const isLive = this.at === null && !changed.has("at");
    if (before !== undefined && isLive) this.#announce(before);
  }

  /** Announces missed entries and those of others, but not entries that were loaded again. */
  #announce(before: Journal) {
    const gap = this.journal.gaps.at(-1);
    if (gap && gap !== before.gaps.at(-1)) {
      this.announcement = t("history.missed", { count: gap.to - gap.from + 1 });
      return;
    }
    const last = before.entries.at(-1)?.seq ?? Number.POSITIVE_INFINITY;
    const fresh = this.journal.entries.filter(
      ({ seq, seat }) => seq > last && seat !== this.seat && !gapOf(this.journal, seq),
    );
    if (fresh.length === 0) return;
    const words = fresh.flatMap((entry) => this.#words(entry)).join(" ");
    this.announcement = announcementOf(this.announcement, words);
  }

  override updated(changed: PropertyValues<this>) {
    // The log of a past moment ends with it.
    if (this.at !== null && changed.has("at")) this.#end.toEnd();
  }

  override render() {
    const { entries } = this.journal;
    const drawn = entries.slice(-this.shown);
    const stops = this.#stops(drawn);
    const runs = runsOf(drawn);
    const hasEarlier = (drawn[0]?.seq ?? 1) > 1 && this.at === null;
    return html`
      <div
        class="scroll"
        role="group"
        tabindex="0"
        aria-label=${t("table.panels.log")}
        lang=${this.#language.value.toLowerCase()}
      >
        ${
          hasEarlier
            ? html`<button class="plain" @click=${this.#more}>${t("history.earlier")}</button>`
            : nothing
        }
        ${entries.length === 0 ? html`<p class="soft">${t("history.empty")}</p>` : nothing}
        <ol class="plain">
          ${repeat(
            runs,
            ([first]) => first?.seq,
            (run) => this.#run(run, stops, run === runs.at(-1)),
          )}
        </ol>
      </div>
      <div role="alert">
        ${this.refusal === null ? nothing : html`<p class="refusal">${this.refusal}</p>`}
      </div>
      <p class="visually-hidden" role="status">${this.announcement}</p>
    `;
  }

  /** The newest entry that has each term: the Tab key stops at a term once, and not in each line. */
  #stops(drawn: readonly Entry[]): ReadonlyMap<string, number> {
    const { glossary } = this;
    if (glossary === null) return new Map();
    const parts = drawn.flatMap((entry) =>
      this.#words(entry).flatMap((line) =>
        glossary.split(line).map(({ term }) => [term ?? "", entry.seq] as const),
      ),
    );
    return new Map(parts);
  }

  /** What one seat has done without a break; of a long run the middle is folded, but for the newest. */
  #run(run: readonly Entry[], stops: ReadonlyMap<string, number>, isNewest: boolean) {
    const line = (entry: Entry) => this.#line(entry, stops, entry === run[0]);
    const isShown = run.some(({ seq }) => seq === this.at || gapOf(this.journal, seq));
    if (isNewest || isShown || run.length < LONG_RUN) return run.map(line);
    const middle = run.slice(1, -1);
    return html`${run.slice(0, 1).map(line)}
      <li class="fold">
        <details>
          <summary>${t("history.folded", { count: middle.length })}</summary>
          <ol class="plain">
            ${middle.map(line)}
          </ol>
        </details>
      </li>
      ${run.slice(-1).map(line)}`;
  }

  #line(entry: Entry, stops: ReadonlyMap<string, number>, isFirst: boolean) {
    const gap = gapOf(this.journal, entry.seq);
    const isTaken = entry.undoneBy !== null;
    const lines = this.#words(entry);
    const isHere = entry.seq === this.at;
    const divider =
      gap?.from === entry.seq
        ? html`<li class="divider">${t("history.missed", { count: gap.to - gap.from + 1 })}</li>`
        : nothing;
    if (lines.length === 0) return divider;
    return html`${divider}
      <li
        class="${gap ? "missed" : ""} ${isHere ? "here" : ""}"
        aria-current=${isHere ? "step" : nothing}
      >
        <a
          href="/tables/${this.table}?at=${entry.seq}"
          title=${formatTime(entry.at)}
          aria-label=${t("history.replayFrom", { seq: entry.seq })}
          >${entry.seq}</a
        >
        <span class="icon"
          >${isFirst || entry.action !== "PLAYED" ? this.#icon(entry) : nothing}</span
        >
        <div>
          ${counted(lines).map(([line, times]) => {
            const words = marked(this.glossary, line, (term) => stops.get(term) === entry.seq);
            const all = times > 1 ? html`${words} ${t("history.times", { count: times })}` : words;
            return isTaken ? html`<p><del>${all}</del></p>` : html`<p>${all}</p>`;
          })}
          ${isTaken ? html`<span class="badge">${t("history.takenBack")}</span>` : nothing}
          ${
            entry.by === "BOT" || entry.by === "STAND_IN"
              ? html`<span class="badge soft">${t(`history.playedBy.${entry.by}`)}</span>`
              : nothing
          }
        </div>
      </li>`;
  }

  #icon({ action, seat }: Entry) {
    const name = this.seats.find(({ number }) => number === seat)?.name;
    return action === "PLAYED" ? avatar(name ?? "") : iconOf(action);
  }

  /** The sentences of an entry; where it has none, who played. */
  #words({ words, told, action, seat, undoneBy }: Entry): readonly string[] {
    const lines = [...(words === null ? [] : [words]), ...told.map((one) => one.words)];
    if (lines.length > 0) return lines;
    if (undoneBy !== null) return [t("history.nothingTold")];
    const name = this.seats.find(({ number }) => number === seat)?.name;
    return action === "PLAYED" && name ? [t("history.played", { name })] : [];
  }

  async #more() {
    this.shown += MORE;
    this.refusal = null;
    if (this.shown <= this.journal.entries.length) return;
    try {
      await this.live?.loadEarlier();
    } catch (failed) {
      this.refusal = errorMessage(failed);
    }
  }
}

/** The entries in runs: plays of one seat in a row belong together, anything else stands alone. */
function runsOf(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const runs: Entry[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const isPlay = (one: Entry | undefined) => one?.action === "PLAYED" && one.undoneBy === null;
    if (run && isPlay(last) && isPlay(entry) && last?.seat === entry.seat) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

/** Equal sentences in a row once, with how often they stand there. */
function counted(lines: readonly string[]): readonly (readonly [string, number])[] {
  const met: [string, number][] = [];
  for (const line of lines) {
    const last = met.at(-1);
    if (last?.[0] === line) last[1] += 1;
    else met.push([line, 1]);
  }
  return met;
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-log": LogPanel;
  }
}

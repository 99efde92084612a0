// The page of a table: waiting room, game, result, replay.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { LiveTableFragment } from "../api/generated.ts";
import { $token } from "../api/token.ts";
import type { ComposeEvent, PlayEvent } from "@gueridon/element";
import "../first-game/coach-panel.ts";
import { recall } from "../first-game/memory.ts";
import { glossaryOf } from "../learning/glossary-of.ts";
import type { Look } from "../learning/condition.ts";
import "../frame/card-face.ts";
import "../learning/term-tip.ts";
import { drawnKinds, thingOf, withThings } from "../learning/things.ts";
import { FocusKeeper } from "../ui/focus-keeper.ts";
import { $invitations } from "../my-tables/my-tables.ts";
import { $me, $role } from "../session/session.ts";
import { $language, mayMove } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import "../waiting-room/waiting-room.ts";
import "./table-actions.ts";
import type { DeclineEvent } from "./answer-panel.ts";
import "./answer-panel.ts";
import "./away-panel.ts";
import type { PromptEvent } from "./board.ts";
import "./board.ts";
import "../chat/chat-panel.ts";
import "./table-header.ts";
import { EMPTY_JOURNAL, lastPlayed } from "../history/journal.ts";
import type { TableFeed } from "./table-feed.ts";
import "../history/log-panel.ts";
import "./hint-panel.ts";
import {
  replayAddress,
  positionIn,
  type ReplayPosition,
  type ReplayFrame,
} from "../replay/replay-controller.ts";
import "./proposal-panel.ts";
import "../replay/analysis-panel.ts";
import "../replay/replay-controls.ts";
import type { ReplayEvent } from "../replay/replay-controls.ts";
import "./result-panel.ts";
import "./score-pad.ts";
import "./seat-list.ts";
import { BoardDataBuilder } from "./board-data.ts";
import "./side-panels.ts";
import { WideScreen } from "../ui/wide-screen.ts";
import { unavailable } from "./unavailable.ts";
import { Visit } from "./visit.ts";
import { wantsOf, type Want } from "./wants.ts";
import { sitsAt } from "../tables/table-line.ts";
import { Title } from "../navigation/title.ts";
import { t } from "../i18n/words.ts";

/** `<gueridon-table>` */
@customElement("gueridon-table")
export class TablePage extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      .grid {
        display: grid;
        gap: var(--space);
        align-items: start;
      }
      @media (min-width: 62rem) {
        .grid {
          grid-template-columns: minmax(0, 1fr) clamp(18rem, 26vw, 25rem);
        }
      }
      .board {
        min-width: 0;
      }
      /* The coach stays in sight, and the board, too. */
      gueridon-coach {
        display: block;
        position: sticky;
        top: 0.5rem;
        z-index: 7;
      }
      .beside {
        align-self: stretch;
        min-width: 0;
      }
      #all:focus {
        outline: none;
      }
      gueridon-actions {
        margin-top: var(--space);
      }
      .skip:not(:focus) {
        position: absolute;
        left: -100vw;
      }
    `,
  ];

  /** The table's id. */
  @property() table = "";
  /** The query of the address; a new object for each navigation. */
  @property({ attribute: false }) search = new URLSearchParams();
  @state() private position: ReplayPosition | null = null;
  /** Whether the board says itself what the game asks. */
  @state() private isSaidBelow = false;
  readonly #language = new StoreController(this, $language);
  readonly #me = new StoreController(this, $me);
  readonly #role = new StoreController(this, $role);
  readonly #screen = new WideScreen(this);
  readonly #token = new StoreController(this, $token);
  readonly #showing = new BoardDataBuilder();
  #visit: Visit | null = null;
  /** The table that was seen in play, and whose end is therefore news. */
  #played: string | null = null;
  /** The public view from before the visitor signed in, shown until their own is loaded. */
  #earlier: Visit | null = null;
  #invited: () => void = () => undefined;

  constructor() {
    super();
    // When the game begins, the waiting room is removed.
    new FocusKeeper(this, "#all");
    new Title(
      this,
      () => {
        const [want] = this.#wants;
        return want ? t(`table.tabTitles.${want}`, { game: this.#title }) : this.#title;
      },
      () => this.#wants.length > 0,
    );
  }

  override connectedCallback() {
    super.connectedCallback();
    // A finished table sends no more updates: a rematch is noticed by its invitation.
    this.#invited = $invitations.listen(() => {
      const { status, rematch } = this.#visit?.feed.table ?? {};
      if (status === "OVER" && rematch === null) this.#refresh();
    });
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#invited();
  }

  override willUpdate(changed: PropertyValues<this>) {
    const token = this.#token.value;
    if (changed.has("table") || token !== this.#visit?.token) this.#begin(token);
    const visit = this.#visit;
    if (changed.has("search") || changed.has("table")) {
      this.position = positionIn(this.search);
      // A composed move belongs to the present.
      if (this.position) void visit?.play.compose([]);
      else visit?.replay.forget();
    }
    if (visit?.feed.isKnown) this.#earlier = null;
    if (this.position && visit?.feed.table) {
      // There is nothing after the last entry.
      const at = Math.min(this.position.at, visit.feed.table.seq ?? 0);
      if (at !== this.position.at) this.position = { ...this.position, at };
      visit.replay.at(this.position);
    }
  }

  /** Draws what has arrived, all of it at once: of what comes faster than it is drawn, the newest. */
  protected override async scheduleUpdate() {
    // In the background a timer may take a minute, and the title of the page is awaited there.
    if (!document.hidden) await new Promise((resolve) => setTimeout(resolve));
    await super.scheduleUpdate();
  }

  override updated() {
    const { id, status } = this.#visit?.feed.table ?? {};
    if (status === "PLAYING") this.#played = id ?? null;
    if (status !== "OVER" || this.position !== null || this.#played !== id) return;
    this.#played = null;
    const result = this.renderRoot.querySelector("gueridon-result");
    // Its place is known once it has been drawn.
    void result?.updateComplete.then(() => {
      result.scrollIntoView({ block: "start", behavior: mayMove() ? "smooth" : "instant" });
    });
  }

  #begin(token: string | null) {
    const before = this.#visit;
    before?.end();
    this.#visit = this.table === "" ? null : new Visit(this, this.table, token);
    // Only the public view may be shown to somebody else.
    const isSame = before?.token === null && before.feed.id === this.table;
    this.#earlier = isSame ? before : null;
  }

  /** The game's title; empty until it is loaded. */
  get #title(): string {
    const { table, head } = this.#visit?.feed ?? {};
    return table?.game?.title ?? head?.game?.title ?? "";
  }

  /** What the table wants of the visitor, the most pressing first. */
  get #wants(): readonly Want[] {
    const table = this.#visit?.feed.table;
    return table ? wantsOf(table) : [];
  }

  override render() {
    const visit = this.#earlier ?? this.#visit;
    const feed = visit?.feed;
    const lang = this.#language.value.toLowerCase();
    if (feed?.trouble) {
      return html`<div lang=${lang}>${unavailable(feed.trouble, feed.head)}</div>`;
    }
    if (!visit || !feed?.table)
      return html`<p role="status" lang=${lang}>${t("table.loading")}</p>`;
    return html`<div
      id="all"
      class="stack"
      tabindex="-1"
      lang=${lang}
      @gueridon-stale=${this.#refresh}
    >
      ${feed.table.status === "OPEN" ? this.#before(feed, feed.table) : this.#game(visit, feed.table)}
    </div>`;
  }

  /** Before the start: the waiting room and the chat. */
  #before(feed: TableFeed, table: LiveTableFragment) {
    return html`<gueridon-room .table=${table} @gueridon-changed=${this.#refresh}>
        <h1>${table.game?.title ?? t("table.gameRemoved")}</h1>
        <p>${t("table.notStarted")}</p>
      </gueridon-room>
      <section class="panel" aria-labelledby="chat">
        <h2 id="chat">${t("table.panels.chat")}</h2>
        ${this.#chat(feed, table)}
      </section>`;
  }

  #game({ feed, replay, play, answer }: Visit, now: LiveTableFragment) {
    const { seen } = replay;
    const isReplay = this.position !== null;
    const table = isReplay ? (seen?.table ?? now) : now;
    const isUnseen = isReplay && seen === null && replay.refusal !== null;
    const isStopped = now.stoppedReason !== null;
    const isEnded = now.status === "OVER" || now.status === "CLOSED";
    const glossary = glossaryOf(feed.learning, this.#language.value);
    const things = withThings(feed.learning, feed.catalogue, this.#language.value);
    const seats = html`<gueridon-seats
      slot="seats"
      .table=${table}
      .own=${now.seat}
      ?isReplay=${isReplay}
      ?isPast=${isReplay || isBehind(table)}
    ></gueridon-seats>`;
    return html`
      <a class="skip button" href="#moves" @click=${this.#skip}>${t("table.skip")}</a>
      <div>
        <gueridon-head
          .table=${table}
          .now=${now}
          ?isReplay=${isReplay}
          ?hasClock=${!this.#screen.isWide}
          ?isSaidBelow=${this.isSaidBelow && !this.#screen.isWide}
          ?isExplained=${feed.learning !== null}
          .glossary=${glossary}
        ></gueridon-head>
        ${
          isReplay
            ? nothing
            : html`<gueridon-answers
                  .until=${answer.until}
                  ?isAsked=${wantsOf(now).includes("ASKED")}
                  @gueridon-decline=${({ detail }: DeclineEvent) => {
                    answer.decline(detail);
                  }}
                ></gueridon-answers>
                <gueridon-away .table=${now}></gueridon-away>
                <gueridon-proposal .table=${now}></gueridon-proposal>`
        }
      </div>
      ${isReplay || !isEnded ? nothing : this.#result(feed, now)}
      ${this.position ? this.#replay(now, this.position, seen) : nothing}
      ${this.#screen.isWide ? seats : nothing}
      <div class="grid">
        <div class="board">
          <div role="alert">${refusal(play.refusal ?? replay.refusal)}</div>
          ${isReplay || this.#screen.isWide ? nothing : this.#coach({ feed, play }, now)}
          ${
            isUnseen
              ? nothing
              : html`${isStopped ? stopped(now, table) : nothing}
                ${
                  isStopped && table.view === null
                    ? nothing
                    : html`<gueridon-board
                        game=${now.game?.id ?? ""}
                        .path=${feed.head?.game?.element ?? null}
                        ?isIsolated=${feed.head?.game?.isIsolated === true}
                        .shown=${this.#showing.of(feed, play, table, isReplay || isStopped)}
                        .glossary=${glossary}
                        @gueridon-prompt=${({ detail }: PromptEvent) => {
                          this.isSaidBelow = detail;
                        }}
                        @gueridon-play=${this.#steps}
                        @gueridon-compose=${this.#compose}
                      ></gueridon-board>`
                }`
          }
          ${
            isReplay || isStopped
              ? nothing
              : html`<gueridon-hint .table=${now} @gueridon-play=${this.#steps}></gueridon-hint>
                  <gueridon-actions
                    .table=${now}
                    .last=${lastPlayed(feed.journal)}
                  ></gueridon-actions>`
          }
        </div>
        <div class="beside">
          ${isReplay || !this.#screen.isWide ? nothing : this.#coach({ feed, play }, now)}
          <gueridon-sides
            .messages=${feed.chat.mayRead === undefined ? null : feed.chat.messages.length}
            ?hasScore=${isReplay || now.status !== "OVER"}
          >
            ${this.#screen.isWide ? nothing : seats}
            <gueridon-score
              slot="score"
              .score=${table.score}
              .catalogue=${feed.catalogue}
              .names=${table.seats.map(({ name }) => name ?? "")}
              .glossary=${glossary}
            ></gueridon-score>
            <gueridon-log
              slot="log"
              table=${now.id}
              .journal=${isReplay ? (seen?.journal ?? EMPTY_JOURNAL) : feed.journal}
              .live=${feed}
              .seats=${now.seats}
              .seat=${now.seat}
              .glossary=${things}
              .at=${this.position ? (seen?.position.at ?? null) : null}
            ></gueridon-log>
            <div slot="chat">${this.#chat(feed, now)}</div>
          </gueridon-sides>
        </div>
      </div>
      <gueridon-term-tip
        .glossary=${things}
        .draw=${(key: string) => this.#face(feed, key)}
      ></gueridon-term-tip>
    `;
  }

  /** The card that a word stands for, where the board that is loaded can draw it. */
  #face({ head, learning, catalogue }: TableFeed, key: string) {
    const thing = thingOf(key);
    const kind = thing === null ? undefined : catalogue.get(thing)?.kind;
    const game = head?.game?.id ?? "";
    const canDraw = customElements.get(`gueridon-${game}-card`) !== undefined;
    if (!kind || !canDraw || !drawnKinds(learning, catalogue).has(kind)) return nothing;
    return html`<gueridon-card-face
      game=${game}
      .card=${thing}
      .catalogue=${catalogue}
      .language=${this.#language.value}
      aria-hidden="true"
    ></gueridon-card-face>`;
  }

  /** The coach, at the table of a first game. */
  #coach({ feed, play }: Pick<Visit, "feed" | "play">, table: LiveTableFragment) {
    const firstGame = feed.learning?.firstGame;
    if (!firstGame || table.seat === null || recall(table.id) === null) return nothing;
    return html`<gueridon-coach
      table=${table.id}
      .firstGame=${firstGame}
      .look=${lookAt(play, table)}
      ?isOver=${table.status === "OVER"}
      .glossary=${glossaryOf(feed.learning, this.#language.value)}
      .board=${this.#board}
    ></gueridon-coach>`;
  }

  readonly #board = () => this.renderRoot.querySelector("gueridon-board");

  #result(feed: TableFeed, table: LiveTableFragment) {
    const last = feed.journal.entries.at(-1)?.seq ?? 0;
    return html`<gueridon-result
      .table=${table}
      .seq=${last}
      .catalogue=${feed.catalogue}
      .glossary=${glossaryOf(feed.learning, this.#language.value)}
    ></gueridon-result>`;
  }

  #replay(now: LiveTableFragment, position: ReplayPosition, seen: ReplayFrame | null) {
    return html`<gueridon-replay
        .table=${now}
        .position=${position}
        .when=${seen?.journal.entries.at(-1)?.at ?? null}
        @gueridon-look=${this.#turn}
      ></gueridon-replay>
      <gueridon-analysis
        .table=${now}
        .position=${position}
        @gueridon-look=${this.#turn}
      ></gueridon-analysis>`;
  }

  #chat(feed: TableFeed, table: LiveTableFragment) {
    const isModerator = this.#role.value !== "PLAYER";
    return html`<gueridon-chat
      table=${table.id}
      .chat=${feed.chat}
      .messages=${feed.chat.messages}
      .glossary=${glossaryOf(feed.learning, this.#language.value)}
      ?maySpeak=${isModerator || sitsAt(table, this.#me.value?.id)}
      ?isModerator=${isModerator}
    ></gueridon-chat>`;
  }

  #steps(event: PlayEvent) {
    if (this.position === null) void this.#visit?.play.play(event.detail.steps);
  }

  #compose(event: ComposeEvent) {
    if (this.position === null) void this.#visit?.play.compose(event.detail.steps);
  }

  #turn(event: ReplayEvent) {
    this.position = event.detail;
    // The router would treat it as another page, and scroll to the top.
    const address = replayAddress(this.table, event.detail);
    History.prototype.replaceState.call(history, history.state, "", address);
  }

  #refresh() {
    // On an error, the subscription brings the update later.
    void this.#visit?.feed.refresh().catch(() => undefined);
  }

  #skip(event: Event) {
    event.preventDefault();
    this.renderRoot.querySelector("gueridon-board")?.focus();
  }
}

function refusal(words: string | null) {
  return words === null ? nothing : html`<p class="refusal">${words}</p>`;
}

/** Why nothing can be played, and what is shown nevertheless. */
function stopped({ stoppedReason }: LiveTableFragment, { view }: LiveTableFragment) {
  return html`<div class="refusal" role="status">
    <p>${t("table.stopped.text")}</p>
    <p lang="en">${stoppedReason}</p>
    <p>${t(view === null ? "table.stopped.unseen" : "table.stopped.lastSeen")}</p>
  </div>`;
}

/** What the player sees: the table, or what the composed steps would make of it. */
function lookAt({ preview }: Visit["play"], table: LiveTableFragment): Look {
  const { seat } = table;
  if (preview !== null && preview.view !== null) {
    return { view: preview.view, moves: preview.moves.map(({ move }) => move), seat };
  }
  return { view: table.view, moves: (table.moves ?? []).map(({ move }) => move), seat };
}

/** Whether the visitor sees the table with a delay: then its clocks are not those of now. */
function isBehind({ settings, seat, status }: LiveTableFragment): boolean {
  return settings.spectators === "DELAYED" && seat === null && status === "PLAYING";
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-table": TablePage;
  }
}

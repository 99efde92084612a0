// One table, kept up to date by one subscription while it is shown.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import type { FragmentDefinitionNode } from "@0no-co/graphql.web";
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { backOff } from "../api/back-off.ts";
import { ApiError, ask, listen } from "../api/client.ts";
import { keepTrying } from "../api/connection.ts";
import {
  EntryPageDocument,
  FollowTableDocument,
  GameCatalogueDocument,
  TableHeadDocument,
  TableNowDocument,
  type FollowTableSubscription,
  type LiveTableFragment,
  type Options,
  type TableHeadQuery,
} from "../api/generated.ts";
import type { Catalogue, CatalogueEntry } from "@gueridon/element";
import { loadViewFragment, loadViews } from "../games/views.ts";
import type { Learning } from "../learning/learning.ts";
import { learningOf } from "../learning/load.ts";
import { $language } from "../preferences/preferences.ts";
import { preloadBoard } from "./board.ts";
import { syncServerTime } from "./server-time.ts";
import { withView } from "../games/view-fragment.ts";
import {
  EMPTY_JOURNAL,
  undoneEntry,
  withEntries,
  withGap,
  withoutWords,
} from "../history/journal.ts";
import { ChatLog } from "../chat/chat-log.ts";

/** A catalogue by key, without the codes of refusals: players only read their messages. */
function shownOf(entries: readonly CatalogueEntry[]): Catalogue {
  return new Map(
    entries.filter(({ kind }) => kind !== "refusal").map((entry) => [entry.key, entry]),
  );
}

/** The largest page of entries that the server allows. */
const PAGE = 100;
/** How many of the newest entries the log begins with. */
const RECENT = 200;

/** How long a stopped table is left alone, as an attempt: two to four seconds. */
const STOPPED_ATTEMPT = 3;

/** Why a table cannot be shown. */
export type FeedError = "unknown" | "forbidden" | "failed";

type Update = FollowTableSubscription["update"];
type Head = NonNullable<TableHeadQuery["table"]>;

/** The state of one table as one visitor sees it, with its journal and chat. */
export class TableFeed implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly id: string;
  /** The public facts of the table; null until they are loaded. */
  head: Head | null = null;
  /** The table as the visitor sees it; null until it is loaded, or where it may not be seen. */
  table: LiveTableFragment | null = null;
  trouble: FeedError | null = null;
  journal = EMPTY_JOURNAL;
  catalogue: Catalogue = new Map();
  /** What the game brings for those who learn it; null until it is loaded, or where it brings nothing. */
  learning: Learning | null = null;
  readonly chat: ChatLog;
  #view: FragmentDefinitionNode | null = null;
  #seq: number | null = null;
  #stop: AbortController | null = null;
  #end: (() => void) | null = null;

  constructor(host: ReactiveControllerHost, id: string) {
    this.#host = host;
    this.id = id;
    this.chat = new ChatLog(id, () => {
      host.requestUpdate();
    });
    host.addController(this);
  }

  hostConnected(): void {
    this.#end = $language.listen(() => {
      this.journal = withoutWords(this.journal);
      this.#start();
    });
    this.#start();
  }

  hostDisconnected(): void {
    this.#end?.();
    this.#stop?.abort();
  }

  /** Whether the table is loaded, or the reason why it cannot be. */
  get isKnown(): boolean {
    return this.table !== null || this.trouble !== null;
  }

  /** The document, asking for the game's own view in full. */
  withView<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
  ): TypedDocumentNode<Data, Variables> {
    return this.#view === null ? document : withView(document, this.#view);
  }

  /** Takes over the table of an answer, unless a newer one is here already. */
  take(table: LiveTableFragment | null): void {
    if (table === null || (table.seq ?? 0) < (this.table?.seq ?? 0)) return;
    this.table = table;
    this.#host.requestUpdate();
  }

  /** Loads the table again, without waiting for an update. */
  async refresh(): Promise<void> {
    const language = $language.get();
    const { table } = await ask(this.withView(TableNowDocument), { id: this.id, language });
    if (language === $language.get()) this.take(table);
  }

  /** Loads the entries before those of the log. */
  async loadEarlier(): Promise<void> {
    const first = this.journal.entries[0]?.seq ?? 1;
    await this.#read(Math.max(0, first - 1 - PAGE), first - 1);
  }

  #start() {
    this.#stop?.abort();
    this.#stop = new AbortController();
    void this.#follow(this.#stop.signal);
  }

  async #follow(signal: AbortSignal) {
    this.trouble = null;
    const isLeft = () => signal.aborted;
    let isLearnt = false;
    let wasHere = false;
    const once = async (heard: () => void) => {
      if (!isLearnt) await this.#learn(signal);
      isLearnt = true;
      let isFirst = true;
      for await (const { update } of this.#listen(signal)) {
        if (isFirst) this.#begin(update, wasHere, signal);
        this.#hear(update);
        isFirst = false;
        wasHere = true;
        heard();
      }
      if (isLeft() || this.table?.status !== "PLAYING") return;
      if (this.table.stoppedReason !== null) {
        // Nothing tells when it goes on, or is asked about: it is looked at again from time to time.
        await backOff(STOPPED_ATTEMPT, signal);
        throw new ApiError("RESUME", "");
      }
      // The game has begun and may not be watched: the public facts are loaded again.
      this.table = null;
      isLearnt = false;
      throw new ApiError("RESUME", "");
    };
    try {
      await keepTrying(once, signal);
    } catch (failed) {
      this.#fail(failed);
    }
  }

  #listen(signal: AbortSignal): AsyncGenerator<FollowTableSubscription> {
    const variables = { id: this.id, after: this.#seq ?? 0, language: $language.get() };
    return listen(this.withView(FollowTableDocument), variables, signal);
  }

  /** Loads what the first update needs: the game, its view type, its catalogue, recent entries. */
  async #learn(signal: AbortSignal) {
    const isLeft = () => signal.aborted;
    const language = $language.get();
    // Loaded in parallel with the head. An error shows where the types are needed.
    if (this.#view === null) loadViews().catch(() => undefined);
    const { table: head } = await ask(TableHeadDocument, { id: this.id, language });
    if (isLeft()) return;
    if (head === null) throw new ApiError("NOT_FOUND", "");
    this.head = head;
    this.#host.requestUpdate();
    if (head.game) preloadBoard(head.game.element, head.game.isIsolated);
    void this.#loadLearning(head);
    const seq = head.seq ?? 0;
    const first = this.journal.entries[0]?.seq ?? Math.max(1, seq - RECENT + 1);
    const [view, catalogue] = await Promise.all([
      head.game && this.#view === null ? loadViewFragment(head.game.id) : this.#view,
      head.game
        ? ask(GameCatalogueDocument, {
            game: head.game.id,
            options: head.options as Options,
            language,
          })
        : null,
      this.#read(first - 1, seq),
    ]);
    if (isLeft()) return;
    this.#view = view;
    this.catalogue = shownOf(catalogue?.game?.catalogue ?? []);
    this.#seq ??= seq;
    this.#host.requestUpdate();
  }

  /** Loads what explains the game. The table is shown without waiting for it. */
  async #loadLearning({ game }: Head) {
    // Without an answer the table is played without explanations.
    this.learning = await learningOf(game?.learning).catch(() => null);
    this.#host.requestUpdate();
  }

  /** Loads the entries after one seq up to another. */
  async #read(after: number, last: number) {
    const language = $language.get();
    for (let from = after; from < last; from += PAGE) {
      const variables = { id: this.id, language, first: PAGE, after: String(from) };
      const { table } = await ask(EntryPageDocument, variables);
      if (language !== $language.get()) return;
      this.journal = withEntries(this.journal, table?.entries?.nodes ?? []);
      this.#host.requestUpdate();
    }
  }

  /** Handles the first update of a subscription. */
  #begin({ table }: Update, isReturn: boolean, signal: AbortSignal) {
    if (isReturn) this.journal = withGap(this.journal, this.#seq ?? 0, table?.seq ?? 0);
    this.take(table);
    keepTrying(() => this.chat.load(), signal).catch((failed: unknown) => {
      reportError(failed);
    });
  }

  #hear({ seq, entry, message, table }: Update) {
    const isNew = entry !== null && entry.seq > (this.table?.seq ?? 0);
    this.#seq = seq;
    this.take(table);
    if (message) this.chat.hear(message);
    if (entry) {
      // Of several missed entries only the last comes with a table.
      const now = table ?? this.table;
      const isBehind = now?.settings.spectators === "DELAYED" && now.seat === null;
      if (isNew && !isBehind) syncServerTime(entry.at);
      this.journal = withEntries(this.journal, [entry]);
      const undone = undoneEntry(this.journal, entry);
      // Entries themselves say whether they were undone, so they are loaded again: with the one that
      // is named also the plays of bots since.
      if (undone !== null) void this.#read(undone - 1, entry.seq).catch(() => undefined);
    }
    this.#host.requestUpdate();
  }

  #fail(failed: unknown) {
    const code = failed instanceof ApiError ? failed.code : "";
    const troubles: Record<string, FeedError> = { NOT_FOUND: "unknown", FORBIDDEN: "forbidden" };
    this.trouble = troubles[code] ?? "failed";
    if (!(failed instanceof ApiError)) reportError(failed);
    this.#host.requestUpdate();
  }
}

// Follows one table, by one subscription, for as long as somebody looks at it.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import type { FragmentDefinitionNode } from "@0no-co/graphql.web";
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { ApiError, ask, isPassing, listen, pause } from "../api/client.ts";
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
import { $connection } from "../api/connection.ts";
import { $token } from "../api/token.ts";
import type { Catalogue } from "../element.ts";
import { loadViewFragment } from "../generic/selection.ts";
import { loadViews } from "../generic/types.ts";
import { $language } from "../settings.ts";
import { prepare } from "./board.ts";
import { learnTime } from "./clock.ts";
import { withView } from "./documents.ts";
import { UNREAD, takesBack, withEntries, withGap, withoutWords } from "./journal.ts";
import { Talk } from "./talk.ts";

/** How many entries are asked for at a time, as the server allows. */
const PAGE = 100;
/** How many of the newest entries the log begins with. */
const RECENT = 200;

/** Why a table cannot be followed. */
export type Trouble = "unknown" | "forbidden" | "failed";

type Head = NonNullable<TableHeadQuery["table"]>;

/** One table: what the visitor sees of it, its log, and what is said there. */
export class Live implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly id: string;
  /** What everybody may know of it; null as long as it is not known. */
  head: Head | null = null;
  /** The table as the visitor sees it; null as long as it is not known, and where it cannot be followed. */
  table: LiveTableFragment | null = null;
  trouble: Trouble | null = null;
  journal = UNREAD;
  catalogue: Catalogue = new Map();
  readonly talk: Talk;
  #view: FragmentDefinitionNode | null = null;
  #seq: number | null = null;
  #stop: AbortController | null = null;
  #ends: (() => void)[] = [];

  constructor(host: ReactiveControllerHost, id: string) {
    this.#host = host;
    this.id = id;
    this.talk = new Talk(id, () => {
      host.requestUpdate();
    });
    host.addController(this);
  }

  hostConnected(): void {
    const again = $language.listen(() => {
      this.journal = withoutWords(this.journal);
      this.#start();
    });
    const other = $token.listen(() => {
      this.#forget();
      this.#start();
    });
    this.#ends = [again, other];
    this.#start();
  }

  hostDisconnected(): void {
    for (const end of this.#ends) end();
    this.#stop?.abort();
    // Nobody waits for it any more; who else does says so at their next try.
    if ($connection.get() === "lost") $connection.set("none");
  }

  /** The document, asking for the game's own view in full. */
  withView<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
  ): TypedDocumentNode<Data, Variables> {
    return this.#view === null ? document : withView(document, this.#view);
  }

  /** The table as an answer of the server has it, unless a newer one is here already. */
  take(table: LiveTableFragment | null): void {
    if (table === null || (table.seq ?? 0) < (this.table?.seq ?? 0)) return;
    this.table = table;
    this.#host.requestUpdate();
  }

  /** Looks again, without waiting for anything to happen. */
  async refresh(): Promise<void> {
    const variables = { id: this.id, language: $language.get() };
    const { table } = await ask(this.withView(TableNowDocument), variables);
    this.take(table);
  }

  /** Asks for the entries before those of the log. */
  async loadEarlier(): Promise<void> {
    const first = this.journal.entries[0]?.seq ?? 1;
    await this.#read(Math.max(0, first - 1 - PAGE), first - 1);
  }

  /** Leaves the table, and lets no one follow it any more. */
  end(): void {
    this.hostDisconnected();
    this.#host.removeController(this);
  }

  /** Another visitor sees another table. */
  #forget() {
    this.table = this.head = this.#seq = null;
    this.journal = UNREAD;
  }

  #start() {
    this.#stop?.abort();
    this.#stop = new AbortController();
    void this.#follow(this.#stop.signal);
  }

  async #follow(signal: AbortSignal) {
    this.trouble = null;
    const isLeft = () => signal.aborted;
    let isKnown = false;
    let wasHere = false;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        if (!isKnown) await this.#learn(signal);
        isKnown = true;
        if (this.head?.status === "STOPPED") return;
        let isFirst = true;
        for await (const { update } of this.#listen(signal)) {
          if (isFirst) this.#begin(update.table, wasHere);
          this.#hear(update);
          isFirst = false;
          wasHere = true;
          attempt = 0;
        }
        // It ended for good: nothing more happens at this table.
        return;
      } catch (failed) {
        if (isLeft()) return;
        if (!isPassing(failed)) {
          this.#fail(failed);
          return;
        }
        $connection.set("lost");
      }
      await pause(attempt, signal);
    }
  }

  #listen(signal: AbortSignal): AsyncGenerator<FollowTableSubscription> {
    const variables = { id: this.id, after: this.#seq ?? 0, language: $language.get() };
    return listen(this.withView(FollowTableDocument), variables, signal);
  }

  /** What has to be known before the first update: of which game it is, its words, what was. */
  async #learn(signal: AbortSignal) {
    const isLeft = () => signal.aborted;
    const language = $language.get();
    // Asked for beside the head, which says of which game the table is. Who needs it learns of a fault.
    if (this.#view === null) loadViews().catch(() => undefined);
    const { table: head } = await ask(TableHeadDocument, { id: this.id, language });
    if (isLeft()) return;
    if (head === null) throw new ApiError("NOT_FOUND", "");
    this.head = head;
    this.#host.requestUpdate();
    if (head.game) prepare(head.game.element);
    if (head.status === "STOPPED") return;
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
    this.catalogue = new Map(catalogue?.game?.catalogue.map((entry) => [entry.id, entry]));
    this.#seq ??= seq;
    this.#host.requestUpdate();
  }

  /** Asks for the entries after one seq up to another. */
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

  /** The first update is here: how the table stands now. */
  #begin(table: LiveTableFragment, isReturn: boolean) {
    if (isReturn) this.journal = withGap(this.journal, this.#seq ?? 0, table.seq ?? 0);
    this.take(table);
    this.talk.load().catch(() => {
      // What is said is asked for again when the connection is back.
    });
  }

  #hear({ seq, entry, message, table }: FollowTableSubscription["update"]) {
    const isNew = entry !== null && entry.seq > (this.table?.seq ?? 0);
    this.#seq = seq;
    this.take(table);
    if (message) this.talk.hear(message);
    if (entry) {
      const isBehind = table.settings.spectators === "DELAYED" && table.seat === null;
      if (isNew && !isBehind) learnTime(entry.at);
      this.journal = withEntries(this.journal, [entry]);
      const undone = takesBack(this.journal, entry);
      // Whether it is taken back now, or only asked for, its own line in the journal says.
      if (undone !== null) void this.#read(undone - 1, undone).catch(() => undefined);
    }
    this.#host.requestUpdate();
  }

  #fail(failed: unknown) {
    const code = failed instanceof ApiError ? failed.code : "";
    const troubles: Record<string, Trouble> = { NOT_FOUND: "unknown", FORBIDDEN: "forbidden" };
    this.trouble = troubles[code] ?? "failed";
    if (!(failed instanceof ApiError)) reportError(failed);
    this.#host.requestUpdate();
  }
}

// The replay: the table as it was after an entry, through somebody's eyes.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { ask } from "../api/client.ts";
import { keepTrying } from "../api/connection.ts";
import { errorMessage } from "../api/error-message.ts";
import {
  TableThenDocument,
  type LiveTableFragment,
  type MomentFragment,
} from "../api/generated.ts";
import { $language } from "../preferences/preferences.ts";
import { t } from "../i18n/words.ts";
import { EMPTY_JOURNAL, withEntries, type Journal } from "../history/journal.ts";

/** Whose eyes: the visitor's own, all-seeing ones, or those of a seat. */
export type Eyes = "own" | "all" | number;

/** A moment of a game, as somebody sees it. */
export interface ReplayPosition {
  /** The seq of the entry after which it is; 0 for the deal. */
  readonly at: number;
  readonly eyes: Eyes;
}

/** The position in the query of an address; null for the present. */
export function positionIn(asked: URLSearchParams): ReplayPosition | null {
  const [at, seat] = [asked.get("at"), asked.get("seat")];
  if (at === null || !/^\d{1,9}$/.test(at)) return null;
  if (seat === "all") return { at: Number(at), eyes: "all" };
  return { at: Number(at), eyes: seat !== null && /^\d{1,2}$/.test(seat) ? Number(seat) : "own" };
}

/** The address of a position. */
export function replayAddress(table: string, { at, eyes }: ReplayPosition): string {
  return `/tables/${table}?at=${at}${eyes === "own" ? "" : `&seat=${eyes}`}`;
}

/** The table at a position. */
export interface ReplayFrame {
  readonly position: ReplayPosition;
  readonly table: LiveTableFragment;
  /** The newest entries up to there, as those eyes saw them. */
  readonly journal: Journal;
}

/** The table whose past is shown. */
export interface ReplayedTable {
  readonly id: string;
  /** As it is now; null until it is loaded. */
  readonly table: LiveTableFragment | null;
  /** The document, asking for the game's own view in full. */
  withView<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
  ): TypedDocumentNode<Data, Variables>;
}

/** Loads positions one at a time; while one is loading, only the newest request is kept. */
export class ReplayController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #table: ReplayedTable;
  #wish: ReplayPosition | null = null;
  /** The position that was requested last in this language. */
  #asked: ReplayPosition | null = null;
  /** Aborts the running request; null while there is none. */
  #asking: AbortController | null = null;
  #end: (() => void) | null = null;
  /** The last position that was loaded; null before the first. */
  seen: ReplayFrame | null = null;
  /** Why the position cannot be shown, in words. */
  refusal: string | null = null;

  constructor(host: ReactiveControllerHost, table: ReplayedTable) {
    this.#host = host;
    this.#table = table;
    host.addController(this);
  }

  hostConnected(): void {
    this.#end = $language.listen(() => {
      this.#asked = null;
      this.#host.requestUpdate();
    });
  }

  hostDisconnected(): void {
    this.#end?.();
    this.forget();
  }

  /** Loads a position, unless it was requested already. */
  at(position: ReplayPosition): void {
    this.#wish = position;
    if (this.#asking === null && !isSame(this.#asked, position)) void this.#follow();
  }

  /** Ends the replay. */
  forget(): void {
    this.#asking?.abort();
    this.#asking = this.#wish = this.#asked = this.seen = this.refusal = null;
  }

  async #follow() {
    const { signal } = (this.#asking = new AbortController());
    const isForgotten = () => signal.aborted;
    while (this.#wish && !isSame(this.#asked, this.#wish)) {
      try {
        const seen = await keepTrying(() => this.#ask(), signal);
        if (isForgotten()) return;
        // The language has changed meanwhile.
        if (this.#asked === null) continue;
        this.seen = seen ?? null;
        this.refusal = seen ? null : t("table.unknown.text");
      } catch (failed) {
        if (isForgotten()) return;
        this.seen = null;
        this.refusal = errorMessage(failed);
      }
      this.#host.requestUpdate();
    }
    this.#asking = null;
  }

  async #ask(): Promise<ReplayFrame | null> {
    const position = (this.#asked = this.#wish);
    if (position === null) return null;
    const { at, eyes } = position;
    const { table } = await ask(this.#table.withView(TableThenDocument), {
      id: this.#table.id,
      language: $language.get(),
      at,
      seat: typeof eyes === "number" ? eyes : null,
      sight: eyes === "all" ? "ALL" : "OWN",
      after: String(Math.max(0, at - 100)),
    });
    const [now, then] = [this.#table.table, table?.snapshot];
    if (!now || !then) return null;
    const journal = withEntries(EMPTY_JOURNAL, then.entries.nodes);
    return { position, table: tableThen(now, then), journal };
  }
}

/** A table as it was: the snapshot, with what never changes taken from the table now. */
function tableThen(now: LiveTableFragment, then: MomentFragment): LiveTableFragment {
  const seats = now.seats.map((seat) => ({
    ...seat,
    ...then.seats.find(({ number }) => number === seat.number),
    toAct: then.toAct.includes(seat.number),
  }));
  const { status, seat, seq, toAct, prompt, view, score, isPaused } = then;
  return { ...now, status, seat, seq, toAct, prompt, view, score, isPaused, seats };
}

function isSame(a: ReplayPosition | null, b: ReplayPosition): boolean {
  return a?.at === b.at && a.eyes === b.eyes;
}

// Looking back: the table as it stood after an entry, through somebody's eyes.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { ask } from "../api/client.ts";
import { persist } from "../api/connection.ts";
import { errorMessage } from "../api/error-message.ts";
import { TableThenDocument, type LiveTableFragment } from "../api/generated.ts";
import { $language } from "../preferences/preferences.ts";
import { t } from "../i18n/words.ts";
import { UNREAD, withEntries, type Journal } from "../history/journal.ts";

/** Whose eyes: one's own, all-seeing ones, or those of a seat. */
export type Eyes = "own" | "all" | number;

/** A moment of a game, as somebody sees it. */
export interface Moment {
  /** The seq of the entry after which it is; 0 for the deal. */
  readonly at: number;
  readonly eyes: Eyes;
}

/** The moment that an address asks for; null for now. */
export function momentOf(asked: URLSearchParams): Moment | null {
  const [at, seat] = [asked.get("at"), asked.get("seat")];
  if (at === null || !/^\d{1,9}$/.test(at)) return null;
  if (seat === "all") return { at: Number(at), eyes: "all" };
  return { at: Number(at), eyes: seat !== null && /^\d{1,2}$/.test(seat) ? Number(seat) : "own" };
}

/** Where a moment of a table is found. */
export function addressOf(table: string, { at, eyes }: Moment): string {
  return `/tables/${table}?at=${at}${eyes === "own" ? "" : `&seat=${eyes}`}`;
}

/** What is seen at a moment. */
export interface Seen {
  readonly moment: Moment;
  readonly table: LiveTableFragment;
  /** The newest entries up to there, as those eyes were told of them. */
  readonly journal: Journal;
}

/** The table whose past is shown. */
export interface ReplayedTable {
  readonly id: string;
  /** The document, asking for the game's own view in full. */
  withView<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
  ): TypedDocumentNode<Data, Variables>;
}

/** One look after the other: while one is on its way only the newest wish is kept. */
export class Look implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #table: ReplayedTable;
  #wish: Moment | null = null;
  /** What was asked for last, in this language. */
  #asked: Moment | null = null;
  /** Ends the asking that goes on; null while there is none. */
  #asking: AbortController | null = null;
  #end: (() => void) | null = null;
  /** What is seen; null before the first look has come. */
  seen: Seen | null = null;
  /** Why that cannot be seen, in words. */
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

  /** Looks at a moment, if it was not asked for already. */
  at(moment: Moment): void {
    this.#wish = moment;
    if (this.#asking === null && !isSame(this.#asked, moment)) void this.#follow();
  }

  /** Looks at the table as it is now. */
  forget(): void {
    this.#asking?.abort();
    this.#asking = this.#wish = this.#asked = this.seen = this.refusal = null;
  }

  async #follow() {
    const { signal } = (this.#asking = new AbortController());
    const isForgotten = () => signal.aborted;
    while (this.#wish && !isSame(this.#asked, this.#wish)) {
      try {
        const seen = await persist(() => this.#ask(), signal);
        if (isForgotten()) return;
        // Meanwhile it is wanted in another language.
        if (this.#asked === null) continue;
        this.seen = seen ?? null;
        this.refusal = seen ? null : t("live.unknown.text");
      } catch (failed) {
        if (isForgotten()) return;
        this.seen = null;
        this.refusal = errorMessage(failed);
      }
      this.#host.requestUpdate();
    }
    this.#asking = null;
  }

  async #ask(): Promise<Seen | null> {
    const moment = (this.#asked = this.#wish);
    if (moment === null) return null;
    const { at, eyes } = moment;
    const { table } = await ask(this.#table.withView(TableThenDocument), {
      id: this.#table.id,
      language: $language.get(),
      at,
      seat: typeof eyes === "number" ? eyes : null,
      sight: eyes === "all" ? "ALL" : "OWN",
      after: String(Math.max(0, at - 100)),
    });
    return table && { moment, table, journal: withEntries(UNREAD, table.entries?.nodes ?? []) };
  }
}

function isSame(a: Moment | null, b: Moment): boolean {
  return a?.at === b.at && a.eyes === b.eyes;
}

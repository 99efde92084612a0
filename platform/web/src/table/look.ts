// Looking back: the table as it stood after an entry, through somebody's eyes.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { ask } from "../api/client.ts";
import { TableThenDocument, type LiveTableFragment } from "../api/generated.ts";
import { $language } from "../settings.ts";
import { t } from "../words.ts";
import { inWords } from "./act.ts";
import { UNREAD, withEntries, type Journal } from "./journal.ts";
import type { Live } from "./live.ts";

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

/** One look after the other: while one is on its way only the newest wish is kept. */
export class Look implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #live: Live | null = null;
  #wish: Moment | null = null;
  /** What was asked for last, in this language. */
  #asked: Moment | null = null;
  #isAsking = false;
  #end: (() => void) | null = null;
  /** What is seen; null before the first look has come. */
  seen: Seen | null = null;
  /** Why that cannot be seen, in words. */
  refusal: string | null = null;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
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

  /** Looks at a moment of a table, if it was not asked for already. */
  at(live: Live, moment: Moment): void {
    this.#live = live;
    this.#wish = moment;
    if (!this.#isAsking && !isSame(this.#asked, moment)) void this.#follow();
  }

  /** Looks at the table as it is now. */
  forget(): void {
    this.#live = this.#wish = this.#asked = this.seen = this.refusal = null;
  }

  async #follow() {
    this.#isAsking = true;
    while (this.#live && this.#wish && !isSame(this.#asked, this.#wish)) {
      const asked = (this.#asked = this.#wish);
      const seen = await this.#ask(this.#live, asked);
      // It was forgotten meanwhile, or is wanted in another language.
      if (this.#asked !== asked) continue;
      this.seen = seen ?? this.seen;
      this.#host.requestUpdate();
    }
    this.#isAsking = false;
  }

  async #ask(live: Live, moment: Moment): Promise<Seen | null> {
    const { at, eyes } = moment;
    try {
      const { table } = await ask(live.withView(TableThenDocument), {
        id: live.id,
        language: $language.get(),
        at,
        seat: typeof eyes === "number" ? eyes : null,
        sight: eyes === "all" ? "ALL" : "OWN",
        after: String(Math.max(0, at - 100)),
      });
      this.refusal = table === null ? t("live.unknown.text") : null;
      return table && { moment, table, journal: withEntries(UNREAD, table.entries?.nodes ?? []) };
    } catch (failed) {
      this.refusal = inWords(failed);
      return null;
    }
  }
}

function isSame(a: Moment | null, b: Moment): boolean {
  return a?.at === b.at && a.eyes === b.eyes;
}

// A list that stays as the server has it: listened to first, then listed, with what was heard on
// top, so that nothing is missed; and all of it again when the connection was lost.
import { ApiError } from "./client.ts";
import { persist } from "./connection.ts";

/** Something that one list has once. */
export interface Listed {
  readonly id: string;
}

/** What is heard: which one it is about, null at first; and what became of it, null for gone. */
export interface Heard<T extends Listed> {
  readonly id: string | null;
  readonly table: T | null;
}

/** Where a list comes from, and where it goes. */
export interface Source<T extends Listed> {
  /** Listens; the first that is heard is about none and says that nothing is missed from here on. */
  readonly listen: (signal: AbortSignal) => AsyncIterable<Heard<T>>;
  /** Lists all that there is. */
  readonly list: () => Promise<readonly T[]>;
  /** Whether something that was heard of belongs on the list. */
  readonly belongs?: (one: T) => boolean;
  /** Is given the list whenever it has changed, what is new first. */
  readonly show: (list: readonly T[]) => void;
}

/**
 * Keeps a list up to date until `signal` says to stop.
 * @throws what listening or listing failed with, where trying again does not help.
 */
export async function keepUp<T extends Listed>(
  source: Source<T>,
  signal: AbortSignal,
): Promise<void> {
  await persist(async (heard) => {
    await once(source, signal, heard);
    // What ended by itself is listened to again, as after RESUME.
    throw new ApiError("RESUME", "");
  }, signal);
}

/** One subscription, from its beginning to its end; `shown` is told when the list was there. */
async function once<T extends Listed>(source: Source<T>, above: AbortSignal, shown: () => void) {
  // Listening ends when listing fails, too: there is nothing on top of which to put what is heard.
  const ended = new AbortController();
  const signal = AbortSignal.any([above, ended.signal]);
  const list = new Changing<T>(source);
  let listing: Promise<void> | null = null;
  const failures: unknown[] = [];
  for await (const { id, table } of source.listen(signal)) {
    if (signal.aborted) break;
    if (id !== null) list.put(id, table);
    listing ??= source.list().then(
      (all) => {
        if (signal.aborted) return;
        list.begin(all);
        shown();
      },
      (failed: unknown) => {
        failures.push(failed);
        ended.abort();
      },
    );
  }
  if (failures.length > 0) throw failures[0];
}

/** The list of one subscription: what was listed, and what was heard on top. */
class Changing<T extends Listed> {
  readonly #source: Source<T>;
  /** What was heard before it was listed; null afterwards. */
  #early: Map<string, T | null> | null = new Map();
  #list: readonly T[] = [];

  constructor(source: Source<T>) {
    this.#source = source;
  }

  begin(listed: readonly T[]) {
    this.#list = [...new Map(listed.map((one) => [one.id, one])).values()];
    const early = this.#early ?? new Map<string, T | null>();
    this.#early = null;
    for (const [id, table] of early) this.#change(id, table);
    this.#source.show(this.#list);
  }

  put(id: string, table: T | null) {
    if (this.#early) {
      this.#early.set(id, table);
      return;
    }
    this.#change(id, table);
    this.#source.show(this.#list);
  }

  #change(id: string, table: T | null) {
    const stays = table !== null && (this.#source.belongs?.(table) ?? true);
    const isThere = this.#list.some((one) => one.id === id);
    if (!stays) this.#list = this.#list.filter((one) => one.id !== id);
    else if (!isThere) this.#list = [table, ...this.#list];
    else this.#list = this.#list.map((one) => (one.id === id ? table : one));
  }
}

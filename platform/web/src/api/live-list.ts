// A list that stays up to date: subscribed to first, then loaded, with the updates applied on top,
// so that nothing is missed between the two; and loaded again when the connection was lost.
import { ApiError } from "./client.ts";
import { keepTrying } from "./connection.ts";

/** An item of a list. */
export interface HasId {
  readonly id: string;
}

/** An update: the table's id, null in the first update; and the table, null when it was removed. */
export interface ListUpdate<T extends HasId> {
  readonly tableId: string | null;
  readonly table: T | null;
}

/** The source of a list, and the callback that shows it. */
export interface ListSource<T extends HasId> {
  /** Subscribes; the first update has no id and says that nothing is missed from then on. */
  readonly listen: (signal: AbortSignal) => AsyncIterable<ListUpdate<T>>;
  /** Loads the whole list. */
  readonly list: () => Promise<readonly T[]>;
  /** Whether an updated item belongs on the list. */
  readonly belongs?: (one: T) => boolean;
  /** Called with the list whenever it has changed, new items first. */
  readonly show: (list: readonly T[]) => void;
}

/**
 * Keeps a list up to date until `signal` aborts.
 * @throws the error of the subscription or of loading, if another try cannot help.
 */
export async function followList<T extends HasId>(
  source: ListSource<T>,
  signal: AbortSignal,
): Promise<void> {
  await keepTrying(async (heard) => {
    await followOnce(source, signal, heard);
    // A subscription that completed is started again, as after RESUME.
    throw new ApiError("RESUME", "");
  }, signal);
}

/** One subscription from beginning to end; `shown` is called once the list is loaded. */
async function followOnce<T extends HasId>(
  source: ListSource<T>,
  above: AbortSignal,
  shown: () => void,
) {
  // When loading fails, the subscription ends too: its updates have no list to go on top of.
  const ended = new AbortController();
  const signal = AbortSignal.any([above, ended.signal]);
  const list = new LiveList<T>(source);
  let listing: Promise<void> | null = null;
  const failures: unknown[] = [];
  for await (const { tableId, table } of source.listen(signal)) {
    if (signal.aborted) break;
    if (tableId !== null) list.put(tableId, table);
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

/** The list of one subscription: what was loaded, with the updates on top. */
class LiveList<T extends HasId> {
  readonly #source: ListSource<T>;
  /** The updates that came before the list; null afterwards. */
  #early: Map<string, T | null> | null = new Map();
  #list: readonly T[] = [];

  constructor(source: ListSource<T>) {
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

// Which things went where between two states of a table, as far as the viewer can know.

/** A thing that went from one place of the board to another. */
export interface Flight<What> {
  /** Which one; null where it is not known. */
  readonly what: What | null;
  /** The `data-place` that it left. */
  readonly from: string;
  /** The `data-place` that it came to. */
  readonly to: string;
}

/** What lies at each place. */
export class Laid<What extends string> {
  readonly #known = new Map<string, number>();
  readonly #unknown = new Map<string, number>();

  /** Adds things that can be told apart from others; neither names nor places have spaces. */
  know(place: string, what: What, count = 1): void {
    const key = `${place} ${what}`;
    this.#known.set(key, (this.#known.get(key) ?? 0) + count);
  }

  /** Adds things that nobody can tell apart, such as face-down cards. */
  count(place: string, count: number): void {
    this.#unknown.set(place, (this.#unknown.get(place) ?? 0) + count);
  }

  /**
   * The flights to what lies there afterwards: first what is seen on both sides, then what turned
   * up, then what went out of sight. `isLikely` says where something that turned up may come from.
   */
  flightsTo(after: Laid<What>, isLikely: (from: string, to: string) => boolean): Flight<What>[] {
    const known = differences(this.#known, after.#known);
    const unknown = differences(this.#unknown, after.#unknown);
    const flights: Flight<What>[] = [];
    const split = (key: string) => key.split(" ") as [string, What];
    const appeared = known.come.filter((key) => {
      const [to, what] = split(key);
      const place = known.gone.findIndex((other) => split(other)[1] === what);
      const [from] = place === -1 ? [] : known.gone.splice(place, 1);
      if (from !== undefined) flights.push({ what, from: split(from)[0], to });
      return from === undefined;
    });
    for (const key of appeared) {
      const [to, what] = split(key);
      const place = unknown.gone.findIndex((from) => isLikely(from, to));
      const [from] = unknown.gone.splice(place === -1 ? 0 : place, 1);
      if (from !== undefined) flights.push({ what, from, to });
    }
    for (const key of known.gone) {
      const [from, what] = split(key);
      const [to] = unknown.come.splice(0, 1);
      if (to !== undefined) flights.push({ what, from, to });
    }
    for (const to of unknown.come) {
      const [from] = unknown.gone.splice(0, 1);
      if (from !== undefined) flights.push({ what: null, from, to });
    }
    return flights;
  }
}

type Counts = ReadonlyMap<string, number>;

function differences(before: Counts, after: Counts): { gone: string[]; come: string[] } {
  const gone: string[] = [];
  const come: string[] = [];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const by = (after.get(key) ?? 0) - (before.get(key) ?? 0);
    for (let n = 0; n < Math.abs(by); n += 1) (by > 0 ? come : gone).push(key);
  }
  return { gone, come };
}

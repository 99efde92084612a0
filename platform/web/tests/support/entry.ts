// An entry of a journal, for tests: a play of which something is told.
import type { EntryLineFragment as Entry } from "../../src/api/generated.ts";

/** The entry of this number, but for `more`. */
export function entry(seq: number, more: Partial<Entry> = {}): Entry {
  return {
    seq,
    seat: seq % 2,
    at: "2026-11-22T00:00:00.000Z",
    by: "PLAYER",
    action: "PLAYED",
    words: null,
    proposal: null,
    of: null,
    undoneBy: null,
    told: [{ words: `told ${seq}` }],
    ...more,
  };
}

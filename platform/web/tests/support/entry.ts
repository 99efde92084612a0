// A played entry with one event, for tests.
import type { EntryLineFragment as Entry } from "../../src/api/generated.ts";

/** An entry; `more` overrides its fields. */
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

// The entries of a table's journal that the page holds, and which of them came while it was cut off.
import type { EntryLineFragment as Entry } from "../api/generated.ts";

/** Entries that came while the connection was lost. */
export interface Gap {
  /** The seq of the first. */
  readonly from: number;
  /** The seq of the last. */
  readonly to: number;
}

/** What is held of a journal. */
export interface Journal {
  /** In order, each once. */
  readonly entries: readonly Entry[];
  /** In order. */
  readonly gaps: readonly Gap[];
}

/** A journal of which nothing is known yet. */
export const EMPTY_JOURNAL: Journal = { entries: [], gaps: [] };

/**
 * The journal with more entries, or with what they have become. Of an entry that was taken back the
 * server tells nothing any more: what had been told of it is kept, to be struck out.
 */
export function withEntries(journal: Journal, entries: readonly Entry[]): Journal {
  const bySeq = new Map(journal.entries.map((entry) => [entry.seq, entry]));
  for (const entry of entries) {
    const told = entry.undoneBy === null ? entry.told : (bySeq.get(entry.seq)?.told ?? entry.told);
    bySeq.set(entry.seq, { ...entry, told });
  }
  return { ...journal, entries: [...bySeq.values()].sort((a, b) => a.seq - b.seq) };
}

/** The same entries without their words, which are in a language that nobody reads any more. */
export function withoutWords(journal: Journal): Journal {
  const entries = journal.entries.map((entry) => ({ ...entry, told: [], words: null }));
  return { ...journal, entries };
}

/** The journal, after a connection was lost with `last` as the last seq, and is back with `now`. */
export function withGap(journal: Journal, last: number, now: number): Journal {
  if (now <= last) return journal;
  return { ...journal, gaps: [...journal.gaps, { from: last + 1, to: now }] };
}

/** The gap in which an entry came; null where the page was there to hear it. */
export function gapOf(journal: Journal, seq: number): Gap | null {
  return journal.gaps.find(({ from, to }) => from <= seq && seq <= to) ?? null;
}

/** The seq of the entry that this one may have taken back; null where it has nothing to do with that. */
export function undoneEntry(journal: Journal, entry: Entry): number | null {
  if (entry.action === "UNDONE") return entry.of;
  if (entry.action === "PROPOSED") return entry.proposal === "UNDO" ? entry.of : null;
  if (entry.action !== "AGREED") return null;
  const asked = journal.entries.find(({ seq }) => seq === entry.of);
  return asked?.proposal === "UNDO" ? asked.of : null;
}

/** The entry in which anybody has played last, of those that stand; null where there is none. */
export function lastPlayed(journal: Journal): Entry | null {
  return (
    journal.entries.findLast(({ action, undoneBy }) => action === "PLAYED" && undoneBy === null) ??
    null
  );
}

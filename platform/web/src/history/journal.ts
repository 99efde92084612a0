// The entries of a table's journal that the page has loaded, and which came while it was offline.
import type { EntryLineFragment as Entry } from "../api/generated.ts";

/** Entries that came while the connection was lost. */
export interface Gap {
  /** The seq of the first. */
  readonly from: number;
  /** The seq of the last. */
  readonly to: number;
}

/** The loaded part of a journal. */
export interface Journal {
  /** In order, each once. */
  readonly entries: readonly Entry[];
  /** In order. */
  readonly gaps: readonly Gap[];
}

/** A journal with nothing loaded. */
export const EMPTY_JOURNAL: Journal = { entries: [], gaps: [] };

/**
 * The journal with new or changed entries. The server no longer sends the events of an entry that
 * was undone: those from before are kept, to be struck out.
 */
export function withEntries(journal: Journal, entries: readonly Entry[]): Journal {
  const bySeq = new Map(journal.entries.map((entry) => [entry.seq, entry]));
  for (const entry of entries) {
    const told = entry.undoneBy === null ? entry.told : (bySeq.get(entry.seq)?.told ?? entry.told);
    bySeq.set(entry.seq, { ...entry, told });
  }
  return { ...journal, entries: [...bySeq.values()].sort((a, b) => a.seq - b.seq) };
}

/** The same entries without their texts, after a change of language. */
export function withoutWords(journal: Journal): Journal {
  const entries = journal.entries.map((entry) => ({ ...entry, told: [], words: null }));
  return { ...journal, entries };
}

/** The journal, after a connection was lost with `last` as the last seq, and is back with `now`. */
export function withGap(journal: Journal, last: number, now: number): Journal {
  if (now <= last) return journal;
  return { ...journal, gaps: [...journal.gaps, { from: last + 1, to: now }] };
}

/** The gap that an entry is in; null if the page was connected. */
export function gapOf(journal: Journal, seq: number): Gap | null {
  return journal.gaps.find(({ from, to }) => from <= seq && seq <= to) ?? null;
}

/** The seq of the entry that this one undoes or asks to undo; null for all other entries. */
export function undoneEntry(journal: Journal, entry: Entry): number | null {
  if (entry.action === "UNDONE") return entry.of;
  if (entry.action === "PROPOSED") return entry.proposal === "UNDO" ? entry.of : null;
  if (entry.action !== "AGREED") return null;
  const asked = journal.entries.find(({ seq }) => seq === entry.of);
  return asked?.proposal === "UNDO" ? asked.of : null;
}

/**
 * The last play that stands and is not a bot's, which is the only one that its player may take back;
 * null if there is none.
 */
export function lastPlayed(journal: Journal): Entry | null {
  const isPlay = ({ action, undoneBy, by }: Entry) =>
    action === "PLAYED" && undoneBy === null && by !== "BOT";
  return journal.entries.findLast(isPlay) ?? null;
}

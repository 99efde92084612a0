// The loaded entries of a journal: merged, missed, undone.
import { expect, test } from "vitest";
import {
  EMPTY_JOURNAL,
  gapOf,
  lastPlayed,
  undoneEntry,
  withEntries,
  withGap,
  withoutWords,
} from "../../src/history/journal.ts";
import { entry } from "../support/entry.ts";

test("an entry from a page and from the subscription is listed once, in its place", () => {
  const journal = withEntries(withEntries(EMPTY_JOURNAL, [entry(3), entry(4)]), [
    entry(1),
    entry(3),
  ]);
  expect(journal.entries.map(({ seq }) => seq)).toEqual([1, 3, 4]);
});

test("a newer version of an entry replaces the older one", () => {
  const french = entry(1, { told: [{ words: "dit" }] });
  const journal = withEntries(withEntries(EMPTY_JOURNAL, [entry(1)]), [french]);
  expect(journal.entries).toEqual([french]);
});

test("the events of an undone entry are kept, to be struck out", () => {
  const taken = entry(1, { undoneBy: 2, told: [] });
  const [held] = withEntries(withEntries(EMPTY_JOURNAL, [entry(1)]), [taken]).entries;
  expect(held).toEqual({ ...taken, told: [{ words: "told 1" }] });
  expect(withEntries(EMPTY_JOURNAL, [taken]).entries[0]?.told).toEqual([]);
});

test("texts in another language are dropped, even of undone entries", () => {
  const before = withoutWords(
    withEntries(EMPTY_JOURNAL, [entry(1), entry(2, { words: "Ada resigns" })]),
  );
  const journal = withEntries(before, [entry(1, { undoneBy: 2, told: [] })]);
  expect(journal.entries.map(({ told, words }) => [told, words])).toEqual([
    [[], null],
    [[], null],
  ]);
});

test("only entries from a lost connection are in a gap", () => {
  const journal = withGap(EMPTY_JOURNAL, 4, 7);
  expect([4, 5, 7, 8].map((seq) => gapOf(journal, seq))).toEqual([
    null,
    { from: 5, to: 7 },
    { from: 5, to: 7 },
    null,
  ]);
});

test("a connection that returns to an unchanged table has no gap", () => {
  expect(withGap(EMPTY_JOURNAL, 4, 4)).toBe(EMPTY_JOURNAL);
});

test("an undo, and a proposal or agreement to undo, name the undone entry", () => {
  const asks = entry(5, { action: "PROPOSED", proposal: "UNDO", of: 4 });
  const pause = entry(6, { action: "PROPOSED", proposal: "PAUSE" });
  const journal = withEntries(EMPTY_JOURNAL, [entry(4), asks, pause]);
  const named = [
    entry(7, { action: "UNDONE", of: 4 }),
    asks,
    entry(8, { action: "AGREED", of: 5 }),
    pause,
    entry(9, { action: "AGREED", of: 6 }),
    entry(10),
  ].map((one) => undoneEntry(journal, one));
  expect(named).toEqual([4, 4, 4, null, null, null]);
});

test("the last played entry is the last one that was not undone", () => {
  const journal = withEntries(EMPTY_JOURNAL, [
    entry(1),
    entry(2, { undoneBy: 3 }),
    entry(3, { action: "UNDONE", of: 2 }),
  ]);
  expect(lastPlayed(journal)?.seq).toBe(1);
  expect(lastPlayed(EMPTY_JOURNAL)).toBeNull();
});

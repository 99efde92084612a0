// The works of others that boards of games are made with: a file of works/ for each board.

/** A work that a board shows, such as a set of icons or a typeface. */
export interface Work {
  readonly title: string;
  readonly author: string;
  /** Where it comes from. */
  readonly source: string;
  readonly licence: string;
  /** The text of the licence. */
  readonly terms: string;
}

const FILES = import.meta.glob<readonly Work[]>("./works/*.json", {
  eager: true,
  import: "default",
});

/** The works of every board, by title, each once however many boards show it. */
export const WORKS: readonly Work[] = [
  ...new Map(
    Object.values(FILES)
      .flat()
      .map((work) => [work.title, work]),
  ).values(),
].sort((a, b) => a.title.localeCompare(b.title));

// What a view is compared with to mark what has changed: for who plays, the table as they last left
// it, so that whatever the others did meanwhile is marked; for who watches, what was shown before.

/** What is shown, as far as a comparison has to know. */
export interface Snapshot {
  readonly table: string;
  readonly seat: number | null;
  readonly isReplay: boolean;
  /** The seq of the newest entry that is in the view, which comes again with whatever is said. */
  readonly seq: number;
  readonly view: unknown;
  /** Whether one could play. */
  readonly isAsked: boolean;
}

/** Remembers what to compare with. */
export class Baseline {
  #last: Snapshot | null = null;
  #view: unknown = null;

  /** Takes note of what is shown now, and answers the view to compare it with; null for none. */
  next(shown: Snapshot): unknown {
    const last = this.#last;
    if (
      last?.table !== shown.table ||
      last.seat !== shown.seat ||
      last.isReplay !== shown.isReplay
    ) {
      this.#view = null;
    } else if (last.seq !== shown.seq && last.view !== null) {
      const stays = shown.seat !== null && !shown.isReplay && !last.isAsked && this.#view !== null;
      if (!stays) this.#view = last.view;
    }
    this.#last = shown;
    return this.#view;
  }
}

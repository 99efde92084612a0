// Chooses the view that the current one is compared with to mark changes. For players it is the table
// after their own last move, so that everything the others did since is marked; for spectators it is
// the view before the latest entry.

/** A view as it is shown, with what decides whether it can be compared with another. */
export interface Snapshot {
  readonly table: string;
  readonly seat: number | null;
  readonly isReplay: boolean;
  /** The seq of the newest entry in the view. Chat updates repeat the same seq. */
  readonly seq: number;
  readonly view: unknown;
  /** Whether it is the viewer's turn to act. */
  readonly isAsked: boolean;
}

/** Remembers the views needed for the next comparison. */
export class Baseline {
  #last: Snapshot | null = null;
  #view: unknown = null;

  /** Records the current view and returns the one to compare it with; null for none. */
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

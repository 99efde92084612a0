// Following: what others do is shown one move after the other, at a pace at which it can be read.

/** How long each move is shown before the next one, in milliseconds. */
const PACE = 650;
/** The same while many wait, so that nobody watches for long. */
const HASTE = 350;
/** More moves than this are many. */
const MANY = 4;

/** What decides whether something is a move later than something else. */
interface Numbered {
  readonly table: { readonly id: string; readonly seq: number };
}

/** Keeps what has come, in its order, and lets go of it move by move. */
export class Follow<Look extends Numbered> {
  readonly #onNext: () => void;
  #shown: Look | null = null;
  #waiting: readonly Look[] = [];
  #pause: ReturnType<typeof setTimeout> | null = null;

  /** `onNext` is called whenever another look is to be shown. */
  constructor(onNext: () => void) {
    this.#onNext = onNext;
  }

  /** How many moves are still to be shown. */
  get behind(): number {
    return this.#waiting.length;
  }

  /**
   * Takes what there is now.
   * @returns what is to be shown: the same, or, as long as earlier moves are shown, one of those.
   */
  take(look: Look, isFollowed: boolean): Look {
    const last = this.#waiting.at(-1) ?? this.#shown;
    const isLater = last?.table.id === look.table.id && look.table.seq > last.table.seq;
    const isSame = last?.table.id === look.table.id && look.table.seq === last.table.seq;
    if (!isFollowed || !(isLater || isSame)) {
      this.end();
      this.#shown = look;
    } else if (this.#pause !== null && isLater) {
      this.#waiting = [...this.#waiting, look];
    } else if (this.#waiting.length > 0) {
      this.#waiting = [...this.#waiting.slice(0, -1), look];
    } else {
      this.#shown = look;
      if (isLater) this.#hold();
    }
    return this.#shown ?? look;
  }

  /** Shows what there is now. */
  skip(): void {
    const last = this.#waiting.at(-1);
    if (last === undefined) return;
    this.end();
    this.#shown = last;
    this.#onNext();
  }

  /** Waits for nothing any more. */
  end(): void {
    if (this.#pause !== null) clearTimeout(this.#pause);
    this.#pause = null;
    this.#waiting = [];
  }

  #hold(): void {
    this.#pause = setTimeout(
      () => {
        const [next, ...others] = this.#waiting;
        this.#pause = null;
        if (next === undefined) return;
        this.#shown = next;
        this.#waiting = others;
        this.#hold();
        this.#onNext();
      },
      this.#waiting.length > MANY ? HASTE : PACE,
    );
  }
}

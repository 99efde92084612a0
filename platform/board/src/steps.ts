// A legal step as a board offers it, and how the kind of a step is read.

/** A legal step. Boards add what else they know of it. */
export interface Offer {
  readonly move: unknown;
  readonly words: string;
  /** Null for a kind that this build of the board does not know. */
  readonly kind: string | null;
  /** The places to choose one after the other; empty for a step of the action panel alone. */
  readonly path: readonly string[];
  /** Whether it is added to the composed steps instead of being sent. */
  readonly isComposed: boolean;
  /**
   * Whether a press on the board that can only mean this step shows it in the action panel first: it
   * gives something away for good, and the press may have been meant to look at what lies there.
   */
  readonly asksFirst?: boolean;
}

/** The arguments of a step. */
export type Fields = Readonly<Record<string, string | number>>;

/** The kind of a game's step and its arguments; null for a kind that is not among `kinds`. */
export function partsOf<Kind extends string>(
  move: unknown,
  game: string,
  kinds: Readonly<Record<Kind, unknown>>,
): { readonly kind: Kind; readonly fields: Fields } | null {
  if (typeof move !== "object" || move === null || !(game in move)) return null;
  const step = (move as Readonly<Record<string, unknown>>)[game];
  if (typeof step !== "object" || step === null) return null;
  const [entry, ...others] = Object.entries(step) as [string, unknown][];
  if (entry === undefined || others.length > 0 || !Object.hasOwn(kinds, entry[0])) return null;
  const [kind, content] = entry;
  const fields = typeof content === "object" && content !== null ? (content as Fields) : {};
  return { kind: kind as Kind, fields };
}

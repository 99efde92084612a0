// The contract between Guéridon's page and a game's own table. A game brings `<id>.js`, an ES module
// that defines the custom element `gueridon-<id>`; the page sets these properties and listens for
// these events. A table is given neither token nor network, and needs none.

/** The language of all texts. */
export type Language = "EN" | "FR";

/** What a game's table needs to know about a seat. */
export interface SeatState {
  /** From 0, in the order of play. */
  readonly number: number;
  /** The name of the player or bot; null for a free seat. */
  readonly name: string | null;
  /** How it is played; null before the start. */
  readonly condition: "PLAYING" | "BOT" | "AWAY" | "RESIGNED" | "GONE" | null;
  /** Whether it may move now. */
  readonly toAct: boolean;
}

/** The platform's part of a table. */
export interface TableState {
  readonly id: string;
  /** The seq of the newest entry in the view. */
  readonly seq: number;
  /** What steps are composed for: when it has changed, so has the question, or it is answered. */
  readonly since: number | null;
  readonly status: "OPEN" | "PLAYING" | "OVER" | "CLOSED";
  readonly seats: readonly SeatState[];
  /** The seat through whose eyes the table is seen; null for the public. */
  readonly seat: number | null;
  /** What the game waits for, in words; null unless the game is on. */
  readonly prompt: string | null;
  /** Whether a past state is shown; then nothing can be played. */
  readonly isReplay: boolean;
}

/** A step that is legal now. */
export interface LegalMove {
  /** The step, to be sent back as it is: `{ <id>: { <kind>: … } }`. */
  readonly move: unknown;
  /** The same in words, as on a button. */
  readonly words: string;
}

/** A line of the score pad; the catalogue has its name. */
export interface ScoreLine {
  readonly line: string;
  readonly points: number;
}

/** The score pad. */
export interface ScorePad {
  readonly isFinal: boolean;
  readonly seats: readonly {
    readonly seat: number;
    readonly rank: number;
    readonly points: number;
    readonly lines: readonly ScoreLine[];
    readonly tieBreaks: readonly ScoreLine[];
  }[];
}

/** A named thing of the game, such as a card. */
export interface CatalogueEntry {
  /** The id by which views, moves, score pads and enums refer to it. */
  readonly key: string;
  /** What sort of thing; `label` for the names of options, fields and values. */
  readonly kind: string;
  readonly name: string;
  /** What it does; empty when there is nothing to say. */
  readonly text: string;
  readonly reconstructed: readonly string[] | null;
}

/** The game's catalogue by key, without the codes of refusals. */
export type Catalogue = ReadonlyMap<string, CatalogueEntry>;

/** What composed steps would lead to if they were played. */
export interface Preview {
  readonly steps: readonly unknown[];
  /** Why the steps cannot be played, in words; null if they can. */
  readonly refusal: string | null;
  /** What the game would wait for after the steps. */
  readonly prompt: string;
  /** The view after the steps; null if they are refused. */
  readonly view: unknown;
  /** The legal steps after them. */
  readonly moves: readonly LegalMove[];
  /** What the viewer would be told about them, in words. */
  readonly told: readonly string[];
  /** Whether the outcome depends on hidden information: the view is then one possibility. */
  readonly isUncertain: boolean;
}

/** A part of a sentence: a term of the game's glossary, or what stands between terms. */
export interface TextPart {
  readonly words: string;
  /** The key of the term; null for other words. */
  readonly term: string | null;
}

/**
 * The game's glossary. A table that shows a term in an element with the attribute `data-term`, whose
 * value is the term's key, need do nothing else: the page explains it there.
 */
export interface Glossary {
  /** The parts of a sentence in the page's language, in their order. */
  split(text: string): readonly TextPart[];
}

/** The properties that the page sets on a game's table, whenever one of them has changed. */
export interface TableElement extends HTMLElement {
  table: TableState;
  /** The game's view with every field; null before the start. */
  view: unknown;
  /** Every legal step; empty when it is not the viewer's turn. */
  moves: readonly LegalMove[];
  score: ScorePad | null;
  catalogue: Catalogue;
  language: Language;
  /** What the steps of the last `gueridon-compose` would lead to; null when nothing is composed. */
  preview: Preview | null;
  /** Whether a request is waiting for its answer; until then nothing else can be sent. */
  isBusy: boolean;
  /** Whether animations may run. */
  motion: boolean;
  /** The game's glossary in the page's language; null where it has none. */
  glossary?: Glossary | null;
  /**
   * Set by the table itself: true if it shows the prompt where its steps are chosen. The page then
   * does not show it above the table as well where there is little room.
   */
  readonly showsPrompt?: boolean;
}

/**
 * What the page sets on `gueridon-<id>-card`, an element that a game may define beside its table: it
 * draws one card, for the page that says how the game is played.
 */
export interface CardElement extends HTMLElement {
  /** The card's key in the catalogue. */
  card: string;
  catalogue: Catalogue;
  language: Language;
}

/** Asks for a preview of steps, which the page sets as `preview`; no steps, no preview. */
export declare class ComposeEvent extends CustomEvent<{ readonly steps: readonly unknown[] }> {
  static readonly type: "gueridon-compose";
  constructor(steps: readonly unknown[]);
}

/** Plays steps, all of them as one entry or none. */
export declare class PlayEvent extends CustomEvent<{ readonly steps: readonly unknown[] }> {
  static readonly type: "gueridon-play";
  constructor(steps: readonly unknown[]);
}

declare global {
  interface HTMLElementEventMap {
    "gueridon-compose": ComposeEvent;
    "gueridon-play": PlayEvent;
  }
}

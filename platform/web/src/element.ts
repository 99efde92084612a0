// What the page and a game's own table say to each other: a game brings `<id>.js`, an ES module
// which defines the custom element `gueridon-<id>`; the page sets these properties and hears these
// events. A table is handed neither token nor network, and needs none.

/** The language in which everything is said. */
export type Language = "EN" | "FR";

/** A seat, as whoever draws a table has to know it. */
export interface SeatState {
  /** From 0, in the order of play. */
  readonly number: number;
  /** Whoever sits there; a bot has a name too, and a free seat none. */
  readonly name: string | null;
  /** How it is played; null before the start. */
  readonly condition: "PLAYING" | "BOT" | "AWAY" | "RESIGNED" | "GONE" | null;
  /** Whether it may move now. */
  readonly toAct: boolean;
}

/** The platform's part of a table. */
export interface TableState {
  readonly id: string;
  /** The seq of the newest entry that is in what is shown. */
  readonly seq: number;
  readonly status: "OPEN" | "PLAYING" | "OVER" | "CLOSED";
  readonly seats: readonly SeatState[];
  /** The seat through whose eyes the table is seen; null for the public. */
  readonly seat: number | null;
  /** What the game waits for, in words; null unless the game is on. */
  readonly prompt: string | null;
  /** Whether a past state is looked at: then nothing can be played. */
  readonly isReplay: boolean;
}

/** A step that is legal now. */
export interface LegalMove {
  /** The step, to be sent back as it is: `{ <id>: { <kind>: … } }`. */
  readonly move: unknown;
  /** The same in words, as on a button. */
  readonly words: string;
}

/** A figure of the score pad, by the key under which the catalogue names it. */
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

/** A thing of the game that has a name. */
export interface CatalogueEntry {
  /** The word under which views, moves, score pads and enums speak of it. */
  readonly key: string;
  /** What sort of thing; `label` for the names of options, fields and values. */
  readonly kind: string;
  readonly name: string;
  /** What it does; empty when there is nothing to say. */
  readonly text: string;
  readonly reconstructed: readonly string[] | null;
}

/** The game's things by their keys; the codes of its refusals are left out. */
export type Catalogue = ReadonlyMap<string, CatalogueEntry>;

/** What a list of steps that were not sent yet would lead to. */
export interface Preview {
  /** The steps. */
  readonly steps: readonly unknown[];
  /** Why they cannot be played, in words; null when they can, and all else is as after them. */
  readonly refusal: string | null;
  /** What the game would then wait for. */
  readonly prompt: string;
  /** What one would then see; null where the steps are refused. */
  readonly view: unknown;
  /** What one could then do. */
  readonly moves: readonly LegalMove[];
  /** What one would be told of them, in words. */
  readonly told: readonly string[];
  /** Whether it depends on what one does not know; what is shown is then one possibility. */
  readonly isUncertain: boolean;
}

/** The properties that the page sets on a game's table, whenever one of them has changed. */
export interface TableElement extends HTMLElement {
  table: TableState;
  /** What these eyes see: the game's view with every field; null before the start. */
  view: unknown;
  /** Every step that is open now; empty when it is not one's turn. */
  moves: readonly LegalMove[];
  score: ScorePad | null;
  catalogue: Catalogue;
  language: Language;
  /** What the steps of the last `gueridon-compose` would lead to; null when nothing is composed. */
  preview: Preview | null;
  /** Whether something was sent and is not answered yet: nothing else can be sent. */
  isBusy: boolean;
  /** Whether things may move on the screen. */
  motion: boolean;
}

/** Asks what steps would lead to, without playing them: the page answers in `preview`. With no steps nothing is composed any more. */
export class ComposeEvent extends CustomEvent<{ readonly steps: readonly unknown[] }> {
  static readonly type = "gueridon-compose";
  constructor(steps: readonly unknown[]) {
    super(ComposeEvent.type, { detail: { steps }, bubbles: true, composed: true });
  }
}

/** Plays steps, all of them as one entry or none. */
export class PlayEvent extends CustomEvent<{ readonly steps: readonly unknown[] }> {
  static readonly type = "gueridon-play";
  constructor(steps: readonly unknown[]) {
    super(PlayEvent.type, { detail: { steps }, bubbles: true, composed: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    "gueridon-compose": ComposeEvent;
    "gueridon-play": PlayEvent;
  }
}

// What every part of the board is rendered from: the view, its names, and the steps offered.
import type { Catalogue, Language, ScorePad, TableState } from "@gueridon/web/element";
import type { Choice, Narrowing } from "./choices.ts";
import type {
  AllegeanceGuild,
  AllegeanceGuildInPlay,
  AllegeancePlayer,
  AllegeanceStack,
  AllegeanceView,
} from "./generated.ts";
import type { Kind, Offer, Target } from "./steps.ts";
import { say, type Values, type Word } from "./words.ts";

/** What a dialog shows: an entry of the catalogue, a player's side, the piles, or the symbols. */
export type Question =
  | { readonly about: string }
  | { readonly player: number }
  | { readonly sheet: "piles" | "symbols" };

/** Callbacks from the parts to the element. */
export interface Handlers {
  /** A step was chosen, or a closer choice. */
  chosen(choice: Choice): void;
  /** A dialog was requested. */
  asked(question: Question): void;
  /** The last choice of a place was taken back. */
  widened(): void;
  /** The last composed step was taken back. */
  undone(): void;
  /** All composed steps were dropped. */
  cancelled(): void;
}

/** The input of one rendering. */
export interface SceneParts {
  readonly view: AllegeanceView;
  readonly table: TableState;
  readonly catalogue: Catalogue;
  readonly language: Language;
  readonly score: ScorePad | null;
  readonly narrowing: Narrowing;
  /** What can be chosen on the board. */
  readonly onBoard: ReadonlyMap<Target, Choice>;
  /** What can be chosen in the action panel. */
  readonly inPanel: readonly Choice[];
  /** Every legal step. */
  readonly offers: readonly Offer[];
  /** Whether nothing can be chosen at this moment. */
  readonly isInert: boolean;
  /** Whether a move is being sent; then nothing can be taken back either. */
  readonly isBusy: boolean;
  /** The number of steps composed so far. */
  readonly composedSteps: number;
  /** What the game asks, after the composed steps if there are any. */
  readonly prompt: string | null;
  /** Why the composed steps cannot be played. */
  readonly refusal: string | null;
  /** Whether the view is one of several possible outcomes. */
  readonly isUncertain: boolean;
  readonly handlers: Handlers;
}

/** The input of one rendering, with access to names and texts. */
export class Scene {
  readonly parts: SceneParts;
  readonly view: AllegeanceView;
  readonly handlers: Handlers;

  constructor(parts: SceneParts) {
    this.parts = parts;
    this.view = parts.view;
    this.handlers = parts.handlers;
  }

  /** The viewer's own player; undefined for spectators. */
  get own(): AllegeancePlayer | undefined {
    return this.view.players.find(({ seat }) => seat === this.parts.table.seat);
  }

  /** The players as they are shown: the others in turn order, then the viewer. */
  get players(): readonly AllegeancePlayer[] {
    const { players } = this.view;
    const { seat } = this.parts.table;
    return seat === null ? players : [...players.slice(seat + 1), ...players.slice(0, seat + 1)];
  }

  /** A text of the board's own. */
  say(word: Word, values?: Values): string {
    return say(this.parts.language, word, values);
  }

  /** The name of a card or another entry of the catalogue. */
  name(id: string): string {
    return this.parts.catalogue.get(id)?.name ?? spaced(id);
  }

  /** The rules text of an entry of the catalogue. */
  text(id: string): string {
    return this.parts.catalogue.get(id)?.text ?? "";
  }

  /** The name of a field or a value of the view, by its schema coordinate. */
  label(coordinate: string): string {
    return this.parts.catalogue.get(coordinate)?.name ?? spaced(coordinate.replace(/^.*\./, ""));
  }

  /** The name of the player at a seat. */
  seat(number: number): string {
    return this.parts.table.seats[number]?.name ?? this.say("seat", { number: number + 1 });
  }

  /** What a kind of step is called. */
  kind(kind: Kind): string {
    return this.label(`AllegeanceMove.${kind}`);
  }

  /** What can be chosen at a place on the board. */
  at(target: Target): Choice | undefined {
    return this.parts.onBoard.get(target);
  }

  /** A guild in play. */
  guild(id: AllegeanceGuild): AllegeanceGuildInPlay | undefined {
    return this.view.guilds.find(({ guild }) => guild === id);
  }

  /** The stack of a guild on a player's field; undefined where there is none. */
  stack({ field }: AllegeancePlayer, guild: AllegeanceGuild): AllegeanceStack | undefined {
    return field.find((one) => one.guild === guild);
  }

  /** What a guild scores for a seat so far; null where the score pad does not say. */
  points(seat: number, guild: AllegeanceGuild): number | null {
    const lines = this.parts.score?.seats.find((one) => one.seat === seat)?.lines;
    return lines?.find(({ line }) => line === guild)?.points ?? null;
  }
}

/** `handSize` as "Hand size": a readable fallback if the catalogue has no name. */
function spaced(id: string): string {
  const words = id
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// What every part of a board is rendered from: the view, its names, and the steps offered.
import type { Catalogue, Glossary, Language, ScorePad, TableState } from "@gueridon/element";
import type { Choice, Narrowing } from "./choices.ts";
import type { Offer } from "./steps.ts";
import type { Settings } from "./settings.ts";
import { say, type SharedWord, type Values, type Words } from "./words.ts";

/** Callbacks from the parts to the element. */
export interface Handlers<O extends Offer, Question> {
  /** A step was chosen, or a closer choice. */
  chosen(choice: Choice<O>): void;
  /** A dialog was requested. */
  asked(question: Question): void;
  /** The last choice of a place was taken back. */
  widened(): void;
  /** The last composed step was taken back. */
  undone(): void;
  /** All composed steps were dropped. */
  cancelled(): void;
  /** The moves that are still to be shown are not to be waited for. */
  skipped(): void;
  /** The settings were requested. */
  setUp(): void;
  /** The visitor has changed the settings. */
  changed(settings: Settings): void;
}

/** The input of one rendering. */
export interface SceneParts<View, O extends Offer, Question> {
  readonly view: View;
  readonly table: TableState;
  readonly catalogue: Catalogue;
  readonly language: Language;
  /** The terms to be underlined; null where there are none. */
  readonly glossary: Glossary | null;
  readonly score: ScorePad | null;
  readonly narrowing: Narrowing;
  /** What can be chosen on the board. */
  readonly onBoard: ReadonlyMap<string, Choice<O>>;
  /** What can be chosen in the action panel. */
  readonly inPanel: readonly Choice<O>[];
  /** Every legal step. */
  readonly offers: readonly O[];
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
  /** How many later moves of others are still to be shown. */
  readonly behind: number;
  readonly settings: Settings;
  readonly handlers: Handlers<O, Question>;
}

/** The input of one rendering, with access to names and texts. */
export abstract class Scene<View, O extends Offer, Question, Word extends string> {
  readonly parts: SceneParts<View, O, Question>;
  readonly view: View;
  readonly handlers: Handlers<O, Question>;
  /** The texts of the board. */
  protected abstract readonly words: Words<Word | SharedWord>;

  constructor(parts: SceneParts<View, O, Question>) {
    this.parts = parts;
    this.view = parts.view;
    this.handlers = parts.handlers;
  }

  /** What a kind of step is called. */
  abstract kind(kind: string): string;

  /** What a place of the board is called. */
  abstract place(target: string): string;

  /** Whether nothing is to be decided: a past state is shown, or the game has ended. */
  get isAtRest(): boolean {
    const { isReplay, status } = this.parts.table;
    return isReplay || status === "OVER" || status === "CLOSED";
  }

  /** A text of the board's own. */
  say(word: Word | SharedWord, values?: Values): string {
    return say(this.words, this.parts.language, word, values);
  }

  /** A label and what it says; languages space the colon between them differently. */
  labelled(name: string, value: string | number): string {
    return this.say("labelled", { name, value });
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

  /** What can be chosen at a place on the board. */
  at(target: string): Choice<O> | undefined {
    return this.parts.onBoard.get(target);
  }

  /** The others in turn order, then the viewer; in the order of the seats for spectators. */
  protected turned<Player>(players: readonly Player[]): readonly Player[] {
    const { seat } = this.parts.table;
    return seat === null ? players : [...players.slice(seat + 1), ...players.slice(0, seat + 1)];
  }
}

/** The scene of any board, for the parts that all boards have. */
export type AnyScene<O extends Offer = Offer, Question = unknown> = Scene<
  unknown,
  O,
  Question,
  never
>;

/** `handSize` as "Hand size": a readable fallback if the catalogue has no name. */
function spaced(id: string): string {
  const words = id
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

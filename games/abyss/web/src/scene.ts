// What every part of the table is rendered from: the view, its names, and the steps offered.
import type { Catalogue, Glossary, Language, TableState } from "@gueridon/web/element";
import type { AbyssPlayer, AbyssView } from "./generated.ts";
import type { Offer, Offers } from "./offers.ts";
import type { Target } from "./targets.ts";
import { say, type Values, type Word } from "./words.ts";

/** What a dialog shows: an entry of the catalogue, or the steps of a target. */
export type Question =
  { readonly about: string } | { readonly choose: Target; readonly name: string };

/** Callbacks from the parts to the table element. */
export interface Handlers {
  /** A step was chosen. */
  chosen(offer: Offer): void;
  /** A dialog was requested. */
  asked(question: Question): void;
  /** The last composed step was taken back. */
  undone(): void;
  /** All composed steps were dropped. */
  cancelled(): void;
}

/** The input of one rendering. */
export interface SceneParts {
  readonly view: AbyssView;
  readonly table: TableState;
  readonly catalogue: Catalogue;
  readonly language: Language;
  /** The terms to be underlined; null where there are none. */
  readonly glossary: Glossary | null;
  readonly offers: Offers;
  /** Whether nothing can be chosen at this moment. */
  readonly isInert: boolean;
  /** Whether a move is being sent; then nothing can be taken back either. */
  readonly isBusy: boolean;
  /** The number of steps composed so far. */
  readonly composedSteps: number;
  /** What the game would ask after the composed steps. */
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
  readonly view: AbyssView;
  readonly handlers: Handlers;

  constructor(parts: SceneParts) {
    this.parts = parts;
    this.view = parts.view;
    this.handlers = parts.handlers;
  }

  /** The viewer's own player; undefined for spectators. */
  get own(): AbyssPlayer | undefined {
    return this.view.players.find(({ seat }) => seat === this.parts.table.seat);
  }

  /** A text of the table's own. */
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

  /** The steps offered on a target. */
  at(target: Target): readonly Offer[] {
    return this.parts.offers.at.get(target) ?? [];
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

// All that a part of the table needs to draw itself: what is seen, its names, what can be done.
import type { Catalogue, Language, TableState } from "@gueridon/web/element";
import type { AbyssPlayer, AbyssView } from "./generated.ts";
import type { Offer, Offers } from "./intents.ts";
import type { Thing } from "./things.ts";
import { say, type Values, type Word } from "./words.ts";

/** What a dialog is about: a thing of the catalogue, or which of several steps. */
export type Question =
  { readonly about: string } | { readonly choose: Thing; readonly name: string };

/** What the parts tell the table. */
export interface Ears {
  /** A step was chosen. */
  chosen(offer: Offer): void;
  /** More is to be said, or asked. */
  asked(question: Question): void;
  /** The last step that waits is taken back. */
  undone(): void;
  /** Nothing is to wait any more. */
  cancelled(): void;
}

/** What is drawn, once. */
export interface SceneParts {
  readonly view: AbyssView;
  readonly table: TableState;
  readonly catalogue: Catalogue;
  readonly language: Language;
  readonly offers: Offers;
  /** Whether nothing can be chosen at this moment. */
  readonly isInert: boolean;
  /** Whether something is on its way, so that nothing can be taken back either. */
  readonly isBusy: boolean;
  /** How many steps wait to be sent. */
  readonly waiting: number;
  /** What the game would wait for after them. */
  readonly prompt: string | null;
  /** Why they cannot be played. */
  readonly refusal: string | null;
  /** Whether what is shown is one possibility of several. */
  readonly isUncertain: boolean;
  readonly ears: Ears;
}

/** What is drawn, with its names and words. */
export class Scene {
  readonly parts: SceneParts;
  readonly view: AbyssView;
  readonly ears: Ears;

  constructor(parts: SceneParts) {
    this.parts = parts;
    this.view = parts.view;
    this.ears = parts.ears;
  }

  /** One's own side of the table; undefined for who only watches. */
  get own(): AbyssPlayer | undefined {
    return this.view.players.find(({ seat }) => seat === this.parts.table.seat);
  }

  /** A sentence of the table's own. */
  say(word: Word, values?: Values): string {
    return say(this.parts.language, word, values);
  }

  /** The name of a thing of the game. */
  name(id: string): string {
    return this.parts.catalogue.get(id)?.name ?? spaced(id);
  }

  /** What a thing of the game does. */
  text(id: string): string {
    return this.parts.catalogue.get(id)?.text ?? "";
  }

  /** The name of a field or a value of the view, by its schema coordinate. */
  label(coordinate: string): string {
    return this.parts.catalogue.get(coordinate)?.name ?? spaced(coordinate.replace(/^.*\./, ""));
  }

  /** Who sits at a seat. */
  seat(number: number): string {
    return this.parts.table.seats[number]?.name ?? this.say("seat", { number: number + 1 });
  }

  /** The steps that are offered on a thing. */
  at(thing: Thing): readonly Offer[] {
    return this.parts.offers.at.get(thing) ?? [];
  }
}

/** `handSize` as people write it: where the catalogue has no name, a stranger's is better than none. */
function spaced(id: string): string {
  const words = id
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

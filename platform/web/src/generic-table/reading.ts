// The parts of a view that the generic table draws, the same for all games.

import type { Caption, Thing } from "./captions.ts";

/** A single value of a view. */
export type Value =
  | { readonly sort: "number"; readonly number: number }
  | { readonly sort: "truth"; readonly is: boolean }
  | { readonly sort: "seat"; readonly seat: number }
  | { readonly sort: "thing"; readonly thing: Thing }
  | { readonly sort: "text"; readonly text: string }
  /** Hidden from the viewer. */
  | { readonly sort: "hidden" };

/** A value with its caption. */
export interface Fact {
  /** Its path in the view, by which a later view finds the same fact again. */
  readonly path: string;
  readonly caption: Caption;
  readonly value: Value;
  /** Whether it counts things that are hidden from the viewer. */
  readonly isOfHidden: boolean;
}

/** An entry of a list: a card, a stack, a pile. */
export interface Item {
  readonly path: string;
  /** The value that identifies it; null if there is none. */
  readonly head: Value | null;
  readonly count: number;
  readonly facts: readonly Fact[];
  readonly groups: readonly Group[];
}

/** A captioned part of the table. */
export interface Group {
  readonly path: string;
  readonly caption: Caption;
  readonly facts: readonly Fact[];
  readonly groups: readonly Group[];
  readonly items: readonly Item[];
  /** The number of items, counting copies; null if the group is no list. */
  readonly total: number | null;
  /** Whether other players may see less of it. */
  readonly isPrivate: boolean;
}

/** One player's side of the table. */
export interface Panel extends Group {
  readonly seat: number;
}

/** A whole view. */
export interface Reading {
  readonly facts: readonly Fact[];
  /** The viewer's side; null for spectators. */
  readonly own: Panel | null;
  /** The other sides in turn order, from the viewer's left neighbour on. */
  readonly others: readonly Panel[];
  /** What belongs to no player. */
  readonly groups: readonly Group[];
  /** Long lists and the game's options, folded because they are rarely needed. */
  readonly aside: readonly Group[];
}

export function isEmpty({ facts, groups, items }: Group): boolean {
  return facts.length === 0 && groups.every(isEmpty) && items.length === 0;
}

// What a table shows of a view: the parts that are drawn, whatever the game.

import type { Caption, Thing } from "./captions.ts";

/** A single thing that a view tells. */
export type Value =
  | { readonly sort: "number"; readonly number: number }
  | { readonly sort: "truth"; readonly is: boolean }
  | { readonly sort: "seat"; readonly seat: number }
  | { readonly sort: "thing"; readonly thing: Thing }
  | { readonly sort: "text"; readonly text: string }
  /** Something that these eyes may not see. */
  | { readonly sort: "hidden" };

/** A value with its caption. */
export interface Fact {
  /** Where it stands in the view: the same as long as it is the same fact. */
  readonly path: string;
  readonly caption: Caption;
  readonly value: Value;
  /** Whether it counts things that these eyes may not see. */
  readonly isOfHidden: boolean;
}

/** One of a list: a card, a stack, a pile. */
export interface Item {
  readonly path: string;
  /** What it is; null where nothing of it says so. */
  readonly head: Value | null;
  readonly count: number;
  /** What else there is to it. */
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
  /** How many things it has, copies counted; null where it is no list. */
  readonly total: number | null;
  /** Whether others see less of it. */
  readonly isPrivate: boolean;
}

/** One player's side of the table. */
export interface Panel extends Group {
  readonly seat: number;
}

/** A whole view, read for people. */
export interface Reading {
  readonly facts: readonly Fact[];
  /** One's own side. */
  readonly own: Panel | null;
  /** The other sides, from one's left-hand neighbour on. */
  readonly others: readonly Panel[];
  /** What lies in the middle. */
  readonly groups: readonly Group[];
  /** What is seldom looked at: long lists, and how the game is played. */
  readonly aside: readonly Group[];
}

/** Whether there is nothing in a group. */
export function isEmpty({ facts, groups, items }: Group): boolean {
  return facts.length === 0 && groups.every(isEmpty) && items.length === 0;
}

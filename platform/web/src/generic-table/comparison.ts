// Finds lists that every player has with the same kind of things and numbers, so that they can be
// drawn as one table instead of once per player. No game is known here: only the shape counts.
import type { Caption, Thing } from "./captions.ts";
import type { Group, Item, Panel, Reading } from "./reading.ts";

/** The same list of each player. */
export interface Comparison {
  readonly caption: Caption;
  /** The list of each player, the viewer's first. */
  readonly sides: readonly Side[];
  /** Everything in any of the lists; in the order of a shared list if one has all of it. */
  readonly things: readonly Thing[];
}

/** One player's list. */
export interface Side {
  readonly seat: number;
  readonly list: Group;
}

export function comparisonsIn({ own, others, groups }: Reading): readonly Comparison[] {
  const panels = own ? [own, ...others] : others;
  const [first, second] = panels;
  if (!first || !second) return [];
  const middle = groups.map(({ items }) => items.flatMap(thingOf));
  return first.groups.flatMap(({ caption, path }) => {
    const sides = panels.flatMap((panel) => sideOf(panel, path.slice(first.path.length)));
    const lists = sides.map(({ list }) => list.items.flatMap(thingOf));
    const ids = idsOf(lists.flat());
    const whole = middle.find((list) => idsOf([...list, ...lists.flat()]).size === list.length);
    const things = inOrder([whole ?? [], ...lists]).filter(({ id }) => ids.has(id));
    const isWhole = sides.length === panels.length && things.length > 0;
    return isWhole ? [{ caption, sides, things }] : [];
  });
}

/** The named thing that an item shows; empty if it shows something else. */
export function thingOf({ head }: Item): readonly Thing[] {
  return head?.sort === "thing" ? [head.thing] : [];
}

function sideOf({ seat, path, groups }: Panel, name: string): readonly Side[] {
  const list = groups.find((group) => group.path === path + name);
  return list && isComparable(list) ? [{ seat, list }] : [];
}

/** Only numbers and flags of distinct things fit into the cells of a table. */
function isComparable({ total, isPrivate, items }: Group): boolean {
  const { size } = idsOf(items.flatMap(thingOf));
  return total !== null && !isPrivate && size === items.length && items.every(isOfFigures);
}

function isOfFigures({ count, facts, groups }: Item): boolean {
  const sorts = facts.map(({ value }) => value.sort);
  const areSmall = sorts.every((sort) => sort === "number" || sort === "truth");
  const isAll = groups.every((group) => group.items.length + group.facts.length === 0);
  return count === 1 && isAll && sorts.includes("number") && areSmall;
}

function idsOf(things: readonly Thing[]): ReadonlySet<string> {
  return new Set(things.map(({ id }) => id));
}

/** Merges lists so that each keeps its own order. */
function inOrder(lists: readonly (readonly Thing[])[]): readonly Thing[] {
  const things: Thing[] = [];
  for (const list of lists) {
    let after = -1;
    for (const thing of list) {
      const at = things.findIndex(({ id }) => id === thing.id);
      if (at < 0) things.splice(after + 1, 0, thing);
      after = at < 0 ? after + 1 : at;
    }
  }
  return things;
}

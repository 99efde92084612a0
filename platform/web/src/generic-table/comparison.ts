// What several players have of the same things, with figures: found in a reading by its shape, so that
// it can stand side by side.
import type { Caption, Thing } from "./captions.ts";
import type { Group, Item, Panel, Reading } from "./reading.ts";

/** A list that every player has, of things with figures. */
export interface Comparison {
  readonly caption: Caption;
  /** The list of each player, from one's own on. */
  readonly sides: readonly Side[];
  /** What is in any of the lists, in the order in which it lies in the middle, if all of it does. */
  readonly things: readonly Thing[];
}

/** What one player has. */
export interface Side {
  readonly seat: number;
  readonly list: Group;
}

/** What can be compared. */
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

/** What it is about; nothing where it is no thing that has a name. */
export function thingOf({ head }: Item): readonly Thing[] {
  return head?.sort === "thing" ? [head.thing] : [];
}

/** The list of that name, if it can be compared. */
function sideOf({ seat, path, groups }: Panel, name: string): readonly Side[] {
  const list = groups.find((group) => group.path === path + name);
  return list && isComparable(list) ? [{ seat, list }] : [];
}

/** Whether a list has things of which each is there once, and has figures and little else. */
function isComparable({ total, isPrivate, items }: Group): boolean {
  const { size } = idsOf(items.flatMap(thingOf));
  return total !== null && !isPrivate && size === items.length && items.every(isOfFigures);
}

function isOfFigures({ count, facts, groups }: Item): boolean {
  const sorts = facts.map(({ value }) => value.sort);
  const areSmall = sorts.every((sort) => sort === "number" || sort === "truth");
  return count === 1 && groups.length === 0 && sorts.includes("number") && areSmall;
}

function idsOf(things: readonly Thing[]): ReadonlySet<string> {
  return new Set(things.map(({ id }) => id));
}

/** The things of several lists, each behind the one that it follows in its own. */
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

// The differences between two readings of a view, by path.
import type { Fact, Group, Item, Reading } from "./reading.ts";

/** How something differs: by a number, by being new, or in some other way. */
export type Change =
  | { readonly sort: "by"; readonly by: number }
  | { readonly sort: "new" }
  | { readonly sort: "other" };

/** The changes, by path. */
export type Changes = ReadonlyMap<string, Change>;

/** What is different in `after`. */
export function changesBetween(before: Reading, after: Reading): Changes {
  const [old, now] = [flat(before), flat(after)];
  const changes = new Map<string, Change>();
  if (old.values.size === 0) return changes;
  for (const [path, items] of old.lists) {
    const gone = items.filter((item) => !now.values.has(item.path));
    const by = gone.reduce((sum, { count }) => sum - count, 0);
    // Removed items are no longer drawn, so they are marked on their list.
    if (now.lists.has(path) && by !== 0) changes.set(path, { sort: "by", by });
  }
  for (const [path, value] of now.values) {
    const was = old.values.get(path);
    if (was === value) continue;
    if (was === undefined) {
      // The parts of a new item are not marked again.
      if (ancestors(path).some((one) => changes.get(one)?.sort === "new")) continue;
      changes.set(path, { sort: "new" });
    } else if (typeof was === "number" && typeof value === "number") {
      changes.set(path, { sort: "by", by: value - was });
    } else changes.set(path, { sort: "other" });
  }
  return changes;
}

/** The paths above a path. */
function ancestors(path: string): readonly string[] {
  const names = path.split("/");
  return names.map((_, at) => names.slice(0, at).join("/"));
}

/** The contents of a reading, by path. */
interface Flat {
  readonly values: Map<string, number | string>;
  readonly lists: Map<string, readonly Item[]>;
}

function flat(reading: Reading): Flat {
  const found: Flat = { values: new Map(), lists: new Map() };
  addFacts(reading.facts, found);
  const panels = reading.own ? [reading.own, ...reading.others] : reading.others;
  for (const one of [...panels, ...reading.groups, ...reading.aside]) addGroup(one, found);
  return found;
}

function addGroup(group: Group, found: Flat): void {
  addFacts(group.facts, found);
  for (const one of group.groups) addGroup(one, found);
  if (group.total !== null) found.lists.set(group.path, group.items);
  for (const item of group.items) {
    found.values.set(item.path, item.count);
    addFacts(item.facts, found);
    for (const one of item.groups) addGroup(one, found);
  }
}

function addFacts(facts: readonly Fact[], found: Flat): void {
  for (const { path, value } of facts) found.values.set(path, plain(value));
}

function plain(value: Fact["value"]): number | string {
  switch (value.sort) {
    case "number":
      return value.number;
    case "truth":
      return String(value.is);
    case "seat":
      return `seat ${value.seat}`;
    case "thing":
      return value.thing.id;
    case "text":
      return value.text;
    case "hidden":
      return "";
  }
}

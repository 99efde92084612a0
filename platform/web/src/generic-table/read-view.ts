// Reads the view of any game from its schema and catalogue alone. Where the schema does not say
// enough, four conventions help:
// - a number is a seat if its field is called `seat`, or the field's description begins with
//   "The seat" or "Who";
// - an object is identified by the field whose description begins with "Which", or else by its
//   first enum;
// - `handSize` is the size of `hand`;
// - `count` beside a single other field is the number of copies.
// Without types, or if the view does not match them, the values are shown as they are.
import type { Catalogue } from "@gueridon/element";
import { captionOf, thingOf } from "./captions.ts";
import type { Field, GameTypes, ViewType } from "../games/introspection.ts";
import type { Fact, Group, Item, Panel, Reading, Value } from "./reading.ts";

/** What is known about the game and the viewer. */
export interface Reader {
  readonly catalogue: Catalogue;
  /** Null until they are loaded. */
  readonly types: GameTypes | null;
  readonly seats: readonly number[];
  /** The viewer's seat; null for spectators. */
  readonly own: number | null;
  /** Whether only other players are to act. */
  readonly isWaiting: boolean;
  /** The seat whose side is being read; undefined for the middle. */
  readonly side?: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Left out: the page shows above the table who is to act. */
const TO_ACT = "toAct";

const TYPE = "__typename";

/** Left out for players to act: the prompt says the same. */
const QUESTION = "question";

/** Lists with more items are folded, unless there is only one. */
const LONG = 12;

/** Deeper nesting is not drawn: it would be narrower than a word. */
const DEEPEST = 6;

const SEAT = /^(The (numbers? of the )?seats?\b|(Those w|W)h(o|ose|om)\b)/;

/** How the description of a list says that it has one value for each seat. */
const PER_SEAT = /\b(each|every|per|by|a)\s+(seat|player)\b|\border of the seats\b/i;

const HIDDEN: Value = { sort: "hidden" };

/** What stands beside its player needs no caption. */
const NO_CAPTION = { caption: { name: "", text: "" }, isOfHidden: false } as const;

/** Leaves out what cannot be read, so that an unexpected view still shows something. */
export function readView(view: unknown, reader: Reader): Reading {
  if (!isFields(view)) return { facts: [], own: null, others: [], groups: [], aside: [] };
  const panels: Panel[] = [];
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(view)) {
    if (name === TO_ACT || (name === QUESTION && !reader.isWaiting)) continue;
    const sides = panels.length === 0 ? panelsOf(name, value, reader) : null;
    if (sides) panels.push(...sides);
    else rest[name] = value;
  }
  const { facts, groups } = inside(rest, "", reader, 0);
  const own = panels.find(({ seat }) => seat === reader.own) ?? null;
  // What is alone in the middle of the table, such as the places of a board, is what the game is about.
  const inTheMiddle = groups.filter(({ path }) => path !== "/options");
  const isLong = ({ items, isPrivate }: Group) =>
    items.length > LONG && !isPrivate && inTheMiddle.length > 1;
  const isAside = (group: Group) => isLong(group) || group.path === "/options";
  return {
    facts,
    own,
    others: inTurn(panels, reader).filter((panel) => panel !== own),
    // Private groups come first: they are usually what the viewer is asked about.
    groups: groups
      .filter((group) => !isAside(group))
      .sort((one, other) => Number(other.isPrivate) - Number(one.isPrivate)),
    aside: groups.filter(isAside),
  };
}

/** Panels in turn order, the viewer's first. */
function inTurn(panels: readonly Panel[], { own }: Reader): readonly Panel[] {
  const first = panels.findIndex(({ seat }) => seat === own);
  return first < 0 ? panels : [...panels.slice(first), ...panels.slice(0, first)];
}

/** The players' panels, if the list has one object for each seat; null otherwise. */
function panelsOf(name: string, value: unknown, reader: Reader): Panel[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length !== reader.seats.length)
    return null;
  const sides = value.filter(isFields);
  const numbers = sides.map((side) => side["seat"]);
  if (!reader.seats.every((seat) => numbers.includes(seat))) return null;
  return sides.map((side) => {
    const seat = Number(side["seat"]);
    const rest = Object.fromEntries(Object.entries(side).filter(([field]) => field !== "seat"));
    const path = `/${name}/${seat}`;
    return {
      ...group(path, { name: "", text: "" }, inside(rest, path, { ...reader, side: seat }, 1)),
      seat,
    };
  });
}

interface Parts {
  facts: Fact[];
  groups: Group[];
}

function inside(fields: Fields, path: string, reader: Reader, depth: number): Parts {
  const parts: Parts = { facts: [], groups: [] };
  const type = typeOf(fields, reader);
  for (const [name, value] of inOrder(fields, type)) {
    if (name === TYPE || value === null || value === undefined) continue;
    const field = type?.fields.find((one) => one.name === name);
    const at = `${path}/${name}`;
    const caption = captionOf(reader.catalogue, type?.name ?? "", name);
    if (Array.isArray(value)) {
      parts.groups.push(listOf(value, at, caption, field, reader, depth));
    } else if (isFields(value)) {
      if (depth < DEEPEST)
        parts.groups.push(group(at, caption, inside(value, at, reader, depth + 1)));
    } else {
      const counted = name.endsWith("Size") ? fields[name.slice(0, -4)] : undefined;
      // The size of a visible list is already shown as its total.
      if (Array.isArray(counted) && totalOf(counted) === value) continue;
      const read = valueOf(value, field, reader);
      if (read) parts.facts.push({ path: at, caption, value: read, isOfHidden: counted === null });
    }
  }
  return parts;
}

function group(path: string, caption: Group["caption"], { facts, groups }: Parts): Group {
  return { path, caption, facts, groups, items: [], total: null, isPrivate: false };
}

/**
 * Equal neighbours are merged into one item with a count, but for what is known by its place alone,
 * such as piles: two that happen to be equal stay two.
 */
function listOf(
  values: readonly unknown[],
  path: string,
  caption: Group["caption"],
  field: Field | undefined,
  reader: Reader,
  depth: number,
): Group {
  if (isPerSeat(values, field, reader)) return perSeat(values, path, caption, field, reader, depth);
  const items: Item[] = [];
  const met = new Map<string, number>();
  let alike = "";
  for (const value of values) {
    const before = items.at(-1);
    const same = JSON.stringify(value);
    if (before && same === alike && !countOf(value) && !isPlace(value, reader)) {
      items[items.length - 1] = { ...before, count: before.count + 1 };
      continue;
    }
    alike = same;
    if (value === null || value === undefined) {
      items.push(bare(`${path}/hidden:${items.length}`, HIDDEN));
      continue;
    }
    const word = nameOf(value, reader);
    const times = met.get(word) ?? 0;
    met.set(word, times + 1);
    items.push(itemOf(value, `${path}/${word}:${times}`, field, reader, depth));
  }
  const type = field && reader.types?.types.get(field.type.name);
  const isPrivate = (field?.type.isNullable ?? false) || (headOf(type)?.type.isNullable ?? false);
  return { path, caption, facts: [], groups: [], items, total: totalOf(values), isPrivate };
}

/** Whether a list has one value for each seat, in their order, as its description says. */
function isPerSeat(
  values: readonly unknown[],
  field: Field | undefined,
  { seats, side }: Reader,
): boolean {
  const isAsLong = values.length === seats.length && values.length > 1;
  return isAsLong && side === undefined && PER_SEAT.test(field?.description ?? "");
}

/** A list with one value for each seat: each is headed by its player. */
function perSeat(
  values: readonly unknown[],
  path: string,
  caption: Group["caption"],
  field: Field | undefined,
  reader: Reader,
  depth: number,
): Group {
  const items = values.map((value, index): Item => {
    const seat = reader.seats[index] ?? index;
    const at = `${path}/${seat}`;
    const head: Value = { sort: "seat", seat };
    if (value === null || value === undefined) {
      return { ...bare(at, head), facts: [{ ...NO_CAPTION, path: at, value: HIDDEN }] };
    }
    if (isFields(value)) {
      return { ...bare(at, head), ...inside(value, at, { ...reader, side: seat }, depth + 1) };
    }
    if (Array.isArray(value)) {
      const own = listOf(
        value,
        at,
        NO_CAPTION.caption,
        field,
        { ...reader, side: seat },
        depth + 1,
      );
      return { ...bare(at, head), groups: [own] };
    }
    const one = valueOf(value, field, reader);
    return { ...bare(at, head), facts: one ? [{ ...NO_CAPTION, path: at, value: one }] : [] };
  });
  return { path, caption, facts: [], groups: [], items, total: null, isPrivate: false };
}

function itemOf(
  value: unknown,
  path: string,
  field: Field | undefined,
  reader: Reader,
  depth: number,
): Item {
  if (Array.isArray(value) || !isFields(value)) {
    if (!Array.isArray(value)) return bare(path, valueOf(value, field, reader));
    if (depth >= DEEPEST) return bare(path, null);
    const row = listOf(value, path, { name: "", text: "" }, field, reader, depth + 1);
    return { ...bare(path, null), groups: [row] };
  }
  const type = typeOf(value, reader);
  const about = headOf(type);
  const name = about?.name ?? wordOf(value) ?? "";
  const { [name]: head, ...others }: Record<string, unknown> = value;
  const count = countOf(value);
  if (count !== null) delete others["count"];
  const isHidden = about?.type.isNullable === true && head === null;
  const read = isHidden ? HIDDEN : valueOf(head, about, reader);
  if (depth >= DEEPEST) return { ...bare(path, read), count: count ?? 1 };
  const { facts, groups } = inside(others, path, reader, depth + 1);
  return {
    path,
    head: read,
    count: count ?? 1,
    facts,
    groups: groups.filter((one) => !isOwners(one, reader)),
  };
}

function bare(path: string, head: Value | null): Item {
  return { path, head, count: 1, facts: [], groups: [] };
}

/** Whether a list names only the player whose side it is on, such as those who know a card. */
function isOwners({ items }: Group, { side }: Reader): boolean {
  const [head, second] = items.map((item) => item.head);
  return head?.sort === "seat" && head.seat === side && second === undefined;
}

/** The field that identifies objects of this type. */
function headOf(type: ViewType | undefined): Field | undefined {
  const enums = type?.fields.filter((field) => field.type.kind === "ENUM" && !field.type.isList);
  return enums?.find(({ description }) => /^Which\b/.test(description)) ?? enums?.[0];
}

function valueOf(value: unknown, field: Field | undefined, reader: Reader): Value | null {
  switch (typeof value) {
    case "boolean":
      return { sort: "truth", is: value };
    case "number":
      return isSeat(value, field, reader)
        ? { sort: "seat", seat: value }
        : { sort: "number", number: value };
    case "string": {
      const isThing = field?.type.kind === "ENUM" || reader.catalogue.has(value);
      return isThing
        ? { sort: "thing", thing: thingOf(reader.catalogue, value, field?.type.name) }
        : { sort: "text", text: value };
    }
    default:
      return null;
  }
}

function isSeat(value: number, field: Field | undefined, { seats }: Reader): boolean {
  if (field === undefined || !seats.includes(value)) return false;
  return field.type.name === "Int" && (/^seats?$/.test(field.name) || SEAT.test(field.description));
}

/** Whether nothing in a value says which one it is. */
function isPlace(value: unknown, reader: Reader): boolean {
  if (!isFields(value)) return Array.isArray(value);
  return headOf(typeOf(value, reader)) === undefined && wordOf(value) === null;
}

/** Identifies an item of a list in its path. */
function nameOf(value: unknown, reader: Reader): string {
  if (!isFields(value)) return Array.isArray(value) ? "" : String(value);
  const about = headOf(typeOf(value, reader))?.name ?? wordOf(value) ?? "";
  return String(value[about]);
}

/** Fields in the order of the schema, then unknown ones. */
function inOrder(fields: Fields, type: ViewType | undefined): [string, unknown][] {
  const known = type?.fields.map(({ name }) => name).filter((name) => name in fields) ?? [];
  const names = new Set([...known, ...Object.keys(fields)]);
  return [...names].map((name) => [name, fields[name]]);
}

function typeOf(fields: Fields, { types }: Reader): ViewType | undefined {
  const name = fields[TYPE];
  return typeof name === "string" ? types?.types.get(name) : undefined;
}

/** The name of the first field with a string, which identifies an object without a known type. */
function wordOf(value: Fields): string | null {
  const isWord = ([name, one]: [string, unknown]) => name !== TYPE && typeof one === "string";
  return Object.entries(value).find(isWord)?.[0] ?? null;
}

/** The number of copies that an object stands for; null if it does not say. */
function countOf(value: unknown): number | null {
  if (!isFields(value)) return null;
  const { count, ...others } = value;
  const isOfOne = Object.keys(others).filter((name) => name !== TYPE).length === 1;
  return typeof count === "number" && isOfOne ? count : null;
}

function totalOf(values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => sum + (countOf(value) ?? 1), 0);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

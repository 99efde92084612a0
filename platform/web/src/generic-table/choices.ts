// The legal steps, grouped by kind, with the things that each names.
import type { Catalogue, LegalMove } from "@gueridon/element";
import { thingOf, type Thing } from "./captions.ts";

/** A legal step. */
export interface Choice {
  /** The step's field in the game's move type; empty for a step that has none. */
  readonly kind: string;
  readonly move: unknown;
  readonly words: string;
  /** Identifies the step; the same after an update. */
  readonly key: string;
  /** The ids that it names. */
  readonly ids: ReadonlySet<string>;
  /** The seats that it names. */
  readonly seats: ReadonlySet<number>;
  /** The only thing that it names, if that has a text. */
  readonly thing: Thing | null;
}

/** The legal steps of one kind. */
export interface ChoiceGroup {
  readonly kind: string;
  readonly choices: readonly Choice[];
}

/** The legal steps by kind, in the order in which the game lists them. */
export function groupByKind(
  moves: readonly LegalMove[],
  catalogue: Catalogue,
): readonly ChoiceGroup[] {
  const kinds = new Map<string, Choice[]>();
  const met = new Map<string, number>();
  for (const { move, words } of moves) {
    const [kind, content] = kindAndContent(move);
    const named: Named = { ids: new Map(), seats: new Set() };
    collect(content, "", catalogue, named);
    const [only, second] = named.ids.values();
    const thing = only !== undefined && second === undefined ? thingOf(catalogue, only) : null;
    const choice: Choice = {
      kind,
      move,
      words,
      key: uniqueKey(met, JSON.stringify(move)),
      ids: new Set(named.ids.values()),
      seats: named.seats,
      thing: thing?.text ? thing : null,
    };
    const before = kinds.get(kind);
    if (before) before.push(choice);
    else kinds.set(kind, [choice]);
  }
  return [...kinds].map(([kind, choices]) => ({ kind, choices }));
}

/** The choices whose sentence contains every word of a search. */
export function matching(kinds: readonly ChoiceGroup[], search: string): readonly ChoiceGroup[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return kinds;
  return kinds
    .map(({ kind, choices }) => ({
      kind,
      choices: choices.filter((choice) =>
        words.every((word) => plain(choice.words).includes(word)),
      ),
    }))
    .filter(({ choices }) => choices.length > 0);
}

/** Without accents and capitals, which people leave out when they search. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** A unique key, even if a game lists the same step twice. */
function uniqueKey(met: Map<string, number>, key: string): string {
  const times = met.get(key) ?? 0;
  met.set(key, times + 1);
  return `${key} ${times}`;
}

interface Named {
  readonly ids: Map<string, string>;
  readonly seats: Set<number>;
}

/** The kind of a step, `{ mine: { kind: content } }`, and its content. */
function kindAndContent(move: unknown): [string, unknown] {
  const [game] = entriesOf(move);
  const [step] = entriesOf(game?.[1]);
  return step ?? ["", null];
}

function collect(value: unknown, name: string, catalogue: Catalogue, named: Named): void {
  if (typeof value === "string" && catalogue.has(value)) named.ids.set(`${name} ${value}`, value);
  if (typeof value === "number" && name === "seat") named.seats.add(value);
  if (Array.isArray(value)) for (const one of value) collect(one, name, catalogue, named);
  else for (const [key, one] of entriesOf(value)) collect(one, key, catalogue, named);
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

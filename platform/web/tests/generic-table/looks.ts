// Looks at real games, recorded by record.mjs.
import type { Catalogue, CatalogueEntry, Language, LegalMove } from "@gueridon/element";
import abyss from "./looks/abyss.json";
import allegeance from "./looks/allegeance.json";
import astoria from "./looks/astoria.json";

/** What a player saw when it was their turn. */
export interface Look {
  readonly game: string;
  readonly seats: number;
  readonly seat: number;
  readonly prompt: string;
  readonly view: Readonly<Record<string, unknown>>;
  readonly moves: readonly LegalMove[];
  readonly catalogue: Catalogue;
}

interface Recorded {
  readonly game: string;
  readonly looks: readonly (Omit<Look, "game" | "catalogue" | "view"> & {
    readonly view: object;
    readonly french: readonly string[];
  })[];
  readonly catalogue: Readonly<Record<Language, readonly CatalogueEntry[]>>;
}

const RECORDED: readonly Recorded[] = [abyss, allegeance, astoria];

/** All looks, in a language. */
export function looksIn(language: Language): readonly Look[] {
  return RECORDED.flatMap(({ game, looks, catalogue }) =>
    looks.map(({ view, moves, french, ...look }) => ({
      ...look,
      game,
      view: view as Look["view"],
      moves: moves.map(({ move, words }, at) => ({
        move,
        words: language === "FR" ? (french[at] ?? words) : words,
      })),
      catalogue: new Map(catalogue[language].map((entry) => [entry.key, entry])),
    })),
  );
}

/** Type names, and the question, for which the prompt has better words. */
const UNSAID = ["__typename", "question"];

/** The ids and enum values in a view. */
export function wordsOf(value: unknown, name = ""): readonly string[] {
  if (typeof value === "string") return UNSAID.includes(name) ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    wordsOf(one, Array.isArray(value) ? name : key),
  );
}

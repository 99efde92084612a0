// What a game brings for those who learn it, read from its `learning.json`; docs/module-author.md
// describes the file. It comes from the game's author: whatever does not fit is an error that names
// its place, and what is not known here is left alone.
import type { Language } from "@gueridon/element";
import { readCondition, type Condition } from "./condition.ts";
import { LearningError, fieldsOf, list, number, optional, text } from "./read.ts";

/** A text in every language. */
export type Text = Readonly<Record<Language, string>>;

/** A part of how to play. */
export interface Section {
  readonly heading: Text;
  /** Its paragraphs. */
  readonly text: readonly Text[];
  /** The things of the catalogue that are shown with it. */
  readonly cards: readonly string[];
}

/** A word of the game that is explained wherever it stands. */
export interface Term {
  readonly key: string;
  readonly name: Text;
  /** The forms in which it stands in sentences. */
  readonly forms: Readonly<Record<Language, readonly string[]>>;
  readonly text: Text;
}

/** An explanation of the first game. */
export interface Step {
  readonly id: string;
  /** When it is said; null for at once. */
  readonly when: Condition | null;
  /** What is pointed at: the first of these that is there. */
  readonly point: readonly string[];
  readonly say: Text;
}

/** A game against a gentle bot, with explanations. */
export interface FirstGame {
  readonly seats: number;
  /** The game's own options. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly steps: readonly Step[];
}

/** All of it. */
export interface Learning {
  /** The least and the most minutes that a game lasts. */
  readonly minutes: readonly [number, number];
  /** How hard it is to learn, from 1 to 5. */
  readonly weight: 1 | 2 | 3 | 4 | 5;
  /** An SVG document. */
  readonly picture: string;
  /** What the game is, sentence by sentence. */
  readonly summary: readonly Text[];
  readonly howToPlay: readonly Section[];
  readonly glossary: readonly Term[];
  /** The options that beginners are asked about. */
  readonly beginnerOptions: readonly string[];
  /** Null where the game has none. */
  readonly firstGame: FirstGame | null;
}

/** The text in a language. */
export function inLanguage(all: Text, language: Language): string {
  return all[language];
}

/**
 * Reads the content of a `learning.json`.
 * @throws {LearningError} that names the place where something does not fit.
 */
export function readLearning(value: unknown): Learning {
  const all = fieldsOf(value, "");
  if (all["version"] !== 1) throw new LearningError("version", "is not 1");
  const [least, most] = list(all["minutes"], "minutes", number);
  if (least === undefined || most === undefined || least > most) {
    throw new LearningError("minutes", "are not the least and the most");
  }
  const weight = number(all["weight"], "weight");
  if (!isWeight(weight)) throw new LearningError("weight", "is not a number from 1 to 5");
  const firstGame = all["firstGame"];
  return {
    minutes: [least, most],
    weight,
    picture: text(all["picture"], "picture"),
    summary: list(all["summary"], "summary", readText),
    howToPlay: list(all["howToPlay"], "howToPlay", readSection),
    glossary: list(all["glossary"], "glossary", readTerm),
    beginnerOptions: list(all["beginnerOptions"], "beginnerOptions", text),
    firstGame: firstGame === undefined ? null : readFirstGame(firstGame, "firstGame"),
  };
}

function isWeight(weight: number): weight is Learning["weight"] {
  return [1, 2, 3, 4, 5].includes(weight);
}

function readText(value: unknown, place: string): Text {
  const { en, fr } = fieldsOf(value, place);
  return { EN: text(en, `${place}.en`), FR: text(fr, `${place}.fr`) };
}

function readSection(value: unknown, place: string): Section {
  const { heading, text: paragraphs, cards } = fieldsOf(value, place);
  return {
    heading: readText(heading, `${place}.heading`),
    text: list(paragraphs, `${place}.text`, readText),
    cards: optional(cards, [], (given) => list(given, `${place}.cards`, text)),
  };
}

function readTerm(value: unknown, place: string): Term {
  const term = fieldsOf(value, place);
  const { en, fr } = fieldsOf(term["forms"], `${place}.forms`);
  return {
    key: text(term["key"], `${place}.key`),
    name: readText(term["name"], `${place}.name`),
    forms: {
      EN: list(en, `${place}.forms.en`, text),
      FR: list(fr, `${place}.forms.fr`, text),
    },
    text: readText(term["text"], `${place}.text`),
  };
}

function readFirstGame(value: unknown, place: string): FirstGame {
  const { seats, options, steps } = fieldsOf(value, place);
  const read = {
    seats: number(seats, `${place}.seats`),
    options: fieldsOf(options, `${place}.options`),
    steps: list(steps, `${place}.steps`, readStep),
  };
  if (new Set(read.steps.map(({ id }) => id)).size < read.steps.length) {
    throw new LearningError(`${place}.steps`, "have an id twice");
  }
  return read;
}

function readStep(value: unknown, place: string): Step {
  const { id, when, point, say } = fieldsOf(value, place);
  return {
    id: text(id, `${place}.id`),
    when: optional(when, null, (given) => readCondition(given, `${place}.when`)),
    point: optional(point, [], (given) => list(given, `${place}.point`, text)),
    say: readText(say, `${place}.say`),
  };
}

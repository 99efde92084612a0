// Finding the terms of a glossary in sentences.
import { render } from "lit";
import { expect, test } from "vitest";
import { GameGlossary } from "../../src/learning/glossary.ts";
import type { Term } from "../../src/learning/learning.ts";
import { marked, markedInButton } from "../../src/learning/marked.ts";

function term(key: string, EN: readonly string[], FR: readonly string[]): Term {
  const text = { EN: `${key} in English`, FR: `${key} en français` };
  return { key, name: { EN: EN[0] ?? key, FR: FR[0] ?? key }, forms: { EN, FR }, text };
}

const TERMS = [
  term("key", ["Key", "Keys"], ["Clef", "Clefs"]),
  term("token", ["Key token", "Key tokens"], ["pion Clef", "pions Clef"]),
  term("ally", ["Ally", "Allies"], ["Allié", "Alliés"]),
  term("plot", ["plot", "plots"], ["manigancer", "manigance"]),
  term("odd", ["C++ (best)"], ["l’été"]),
];
const ENGLISH = new GameGlossary(TERMS, "EN");
const FRENCH = new GameGlossary(TERMS, "FR");

const found = (glossary: GameGlossary, text: string) =>
  glossary
    .split(text)
    .flatMap(({ words, term: key }) => (key === null ? [] : [`${key}: ${words}`]));

test("the parts of a sentence are the sentence", () => {
  for (const text of ["", "Key", "No term.", "Ada gains 2 Key tokens and an Ally."]) {
    expect(
      ENGLISH.split(text)
        .map(({ words }) => words)
        .join(""),
    ).toBe(text);
  }
});

test("the longest form wins", () => {
  expect(found(ENGLISH, "A Key, a Key token.")).toEqual(["key: Key", "token: Key token"]);
  expect(found(FRENCH, "2 pions Clef, 1 Clef")).toEqual(["token: pions Clef", "key: Clef"]);
});

test("a term inside another word is none", () => {
  expect(found(ENGLISH, "Keyboard, Monkey, Keys2, Allyship, plotted, subplot")).toEqual([]);
  expect(found(FRENCH, "Alliée, Clefs-là, porte-Clef")).toEqual(["key: Clefs", "key: Clef"]);
});

test("a term is found beside punctuation and elisions", () => {
  expect(found(FRENCH, "«\u00a0L’Allié\u00a0», d’Alliés, Clef\u00a0!")).toEqual([
    "ally: Allié",
    "ally: Alliés",
    "key: Clef",
  ]);
  expect(found(FRENCH, "pion\u00a0Clef")).toEqual(["token: pion\u00a0Clef"]);
});

test("a form in small letters may begin a sentence, one with a capital is a name", () => {
  expect(found(ENGLISH, "Plot at Court, or plot.")).toEqual(["plot: Plot", "plot: plot"]);
  expect(found(ENGLISH, "the key question, an ally")).toEqual([]);
});

test("a form is words and no pattern", () => {
  expect(found(ENGLISH, "It is C++ (best)!")).toEqual(["odd: C++ (best)"]);
  expect(found(new GameGlossary([], "EN"), "Key")).toEqual([]);
});

test("each language has its own forms and texts", () => {
  expect(found(FRENCH, "Key, Ally")).toEqual([]);
  expect(FRENCH.explain("key")).toEqual({ name: "Clef", text: "key en français" });
  expect(ENGLISH.explain("none")).toBeUndefined();
});

test("in a sentence terms are buttons, and in a button they are not", () => {
  const place = document.createElement("p");
  render(
    marked(ENGLISH, "Buy an Ally for a Key.", (key) => key === "key"),
    place,
  );
  expect(place.textContent).toBe("Buy an Ally for a Key.");
  const terms = [...place.querySelectorAll<HTMLElement>("[role=button]")];
  expect(terms.map(({ dataset, tabIndex }) => [dataset["term"], tabIndex])).toEqual([
    ["ally", -1],
    ["key", 0],
  ]);
  expect(terms[0]?.getAttribute("aria-description")).toBe("ally in English");
  const inside = document.createElement("button");
  render(markedInButton(ENGLISH, "Buy an Ally"), inside);
  expect(inside.textContent).toBe("Buy an Ally");
  expect(inside.querySelectorAll("span[data-term=ally]")).toHaveLength(1);
  expect(inside.querySelector("[role], [tabindex]")).toBeNull();
  expect(marked(null, "Key")).toBe("Key");
});

// The generic table shows recorded views completely, and invalid ones as far as possible.
import { beforeEach, describe, expect, test } from "vitest";
import { $language } from "../../src/preferences/preferences.ts";
import { looksIn, wordsOf } from "./looks.ts";
import { NAMES, buttons, look, played, show, stateOf, table, textOf } from "./stage.ts";

const looks = (["EN", "FR"] as const).flatMap((language) =>
  looksIn(language).map((look, at) => ({ name: `${look.game} ${at} ${language}`, look, language })),
);
describe.each(looks)("a look at $name", ({ look, language }) => {
  beforeEach(async () => {
    $language.set(language);
    await show(look);
  });

  test("names every thing of the view in the player’s language", () => {
    const text = textOf(table.renderRoot);
    const names = wordsOf(look.view).map((word) => look.catalogue.get(word)?.name ?? "");
    expect(names.filter((name) => !text.includes(name.replace(/\s+/g, " ")))).toEqual([]);
  });

  test("offers every step with its sentence, and sends it as it came", () => {
    const found = buttons();
    expect(
      found
        .map((one) =>
          textOf(one)
            .replace(/^ ?\d? /, "")
            .trim(),
        )
        .sort(),
    ).toEqual(look.moves.map(({ words }) => words.replace(/\s+/g, " ")).sort());
    found.forEach((one) => {
      one.click();
    });
    expect(new Set(played.map(([step]) => step))).toEqual(
      new Set(look.moves.map(({ move }) => move)),
    );
  });

  test("has the viewer's side first and marked, and a side for each other player", () => {
    const headings = [...table.renderRoot.querySelectorAll(".side h3")].map(textOf);
    expect(headings).toHaveLength(look.seats);
    expect(headings[0]).toContain(NAMES[look.seat]);
    expect(headings[0]).toContain(language === "FR" ? "vous" : "you");
  });
});

test("the question is only shown to players who are not asked", async () => {
  const question = look.catalogue.get(`AbyssQuestion.${String(look.view["question"])}`)?.name ?? "";
  expect(question).not.toBe("");
  await show(look);
  expect(textOf(table.renderRoot)).not.toContain(question);
  const other = (look.seat + 1) % look.seats;
  await show(look, { table: { ...stateOf(look), seat: other }, moves: [] });
  expect(textOf(table.renderRoot)).toContain(question);
});

test("in a replay through other eyes no side is marked as the visitor's", async () => {
  await show(look, { table: stateOf(look, { isReplay: true }), moves: [] });
  const headings = [...table.renderRoot.querySelectorAll(".side h3")].map(textOf);
  expect(headings.join()).not.toContain("you");
});

describe("an incomplete game", () => {
  test.each([
    [null],
    [7],
    ["view"],
    [[]],
    [
      {
        __typename: "NobodysView",
        players: [{ seat: 0, hand: [null, { id: "x" }] }],
        a: [[["b"]]],
      },
    ],
    [{ players: "none", cards: [{ count: 3 }], text: "<img src=x onerror=alert(1)>" }],
  ])("a view such as %j is shown as far as possible, with all steps", async (view) => {
    await show(look, { view });
    expect(buttons()).toHaveLength(look.moves.length);
    expect(table.renderRoot.querySelector("img")).toBeNull();
  });

  test("a game without labels is captioned with its fields' names in spaced words", async () => {
    const bare = new Map([...look.catalogue].filter(([, { kind }]) => kind !== "label"));
    await show(look, { catalogue: bare });
    expect(textOf(table.renderRoot)).toContain("Lord deck size");
  });
});

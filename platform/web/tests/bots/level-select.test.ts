// The selection of a bot's level.
import { render } from "lit";
import { expect, test } from "vitest";
import { USUAL_LEVEL, levelSelect } from "../../src/bots/level-select.ts";
import { $language } from "../../src/preferences/preferences.ts";

function shown(choose: (level: string) => void = () => undefined): HTMLSelectElement {
  const place = document.createElement("div");
  render(levelSelect(USUAL_LEVEL, choose), place);
  const select = place.querySelector("select");
  if (!select) throw new Error("there is no select element");
  return select;
}

test("four levels are offered in words, and the casual one is selected at first", () => {
  for (const [language, first] of [
    ["EN", "Beginner"],
    ["FR", "Débutant"],
  ] as const) {
    $language.set(language);
    const select = shown();
    expect([...select.options].map(({ value }) => value)).toEqual([
      "BEGINNER",
      "CASUAL",
      "SKILLED",
      "EXPERT",
    ]);
    expect(select.value).toBe("CASUAL");
    expect(select.options[0]?.text.trim()).toMatch(new RegExp(`^${first}`));
  }
});

test("what is chosen is told", () => {
  const told: string[] = [];
  const select = shown((level) => told.push(level));
  select.value = "EXPERT";
  select.dispatchEvent(new Event("change"));
  expect(told).toEqual(["EXPERT"]);
});

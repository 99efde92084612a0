// The things of a catalogue as terms.
import { expect, test } from "vitest";
import type { Catalogue, CatalogueEntry } from "@gueridon/element";
import type { Learning } from "../../src/learning/learning.ts";
import { drawnKinds, thingOf, withThings } from "../../src/learning/things.ts";

function thing(key: string, kind: string, name: string, text: string): [string, CatalogueEntry] {
  return [key, { key, kind, name, text, reconstructed: null }];
}

const CATALOGUE: Catalogue = new Map([
  thing("otter", "ally", "Otter", "Swims."),
  thing("pearl", "coin", "Pearl", "Buys."),
  thing("View.otter", "label", "Otters in play", "A label."),
  thing("plain", "coin", "Pebble", ""),
]);
const LEARNING = {
  glossary: [
    {
      key: "pearl",
      name: { EN: "Pearl", FR: "Perle" },
      forms: { EN: ["Pearl"], FR: ["Perle"] },
      text: { EN: "What is paid with.", FR: "" },
    },
  ],
  howToPlay: [{ cards: ["otter"] }],
} as unknown as Learning;

test("things are found by their names, words of the glossary as such, and labels not at all", () => {
  const glossary = withThings(LEARNING, CATALOGUE, "EN");
  const terms = glossary.split("An Otter brings a Pearl and a Pebble: Otters in play.");
  expect(terms.flatMap(({ term }) => term ?? [])).toEqual(["thing:otter", "pearl"]);
  expect(glossary.explain("thing:otter")).toEqual({ name: "Otter", text: "Swims." });
  expect([thingOf("thing:otter"), thingOf("pearl")]).toEqual(["otter", null]);
  expect(withThings(LEARNING, CATALOGUE, "EN")).toBe(glossary);
});

test("names with signs that mean something in a pattern are found as they are written", () => {
  const names = ["Double-sided gem", "A.P. (twice)", "[Gate] + Key?"];
  const catalogue: Catalogue = new Map(
    names.map((name, at) => thing(`odd${at}`, "odd", name, "Is explained.")),
  );
  const parts = withThings(null, catalogue, "EN").split(`${names.join(", ")}.`);
  expect(parts.filter(({ term }) => term !== null).map(({ words }) => words)).toEqual(names);
});

test("cards of the sorts that beginners are shown can be drawn", () => {
  expect([...drawnKinds(LEARNING, CATALOGUE)]).toEqual(["ally"]);
  expect([...drawnKinds(null, CATALOGUE)]).toEqual([]);
});

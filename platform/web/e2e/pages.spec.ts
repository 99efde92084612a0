// Checks of every page and every table: axe finds nothing serious, all texts are in the chosen
// language, and nothing scrolls sideways. Each page is checked twice: in English, light and wide,
// and in French, dark and narrow; axe reads it in one of the two, or in both in the long form.
import { expectAccessible } from "./support/axe.ts";
import { IS_LONG } from "./support/long.ts";
import type { Arrival, People } from "./support/people.ts";
import { gameScenes, platformScenes, type Scene } from "./support/scenes.ts";
import { overflow, rawKeys, strangeWords, textOf } from "./support/seen.ts";
import { GAMES } from "./support/server.ts";
import { expect, test } from "./support/test.ts";
import { visit } from "./support/visit.ts";

type Appearance = Required<Pick<Arrival, "language" | "colours" | "width">>;

const APPEARANCES: readonly Appearance[] = [
  { language: "EN", colours: "light", width: 1280 },
  { language: "FR", colours: "dark", width: 360 },
];

async function expectGood(people: People, scenes: readonly Scene[]): Promise<void> {
  for (const [turn, appearance] of APPEARANCES.entries()) {
    const { language } = appearance;
    const read = new Set(scenes.filter((_, place) => IS_LONG || place % 2 === turn));
    await visit(people, scenes, appearance, async ({ page }, scene) => {
      const name = `${scene.name}, ${Object.values(appearance).join(", ")}`;
      const text = await textOf(page);
      expect.soft(rawKeys(text), `${name}: keys in place of words`).toEqual([]);
      expect.soft(strangeWords(text, language), `${name}: words of the other language`).toEqual([]);
      await expect.soft(page.locator("html")).toHaveAttribute("lang", language.toLowerCase());
      expect.soft(await overflow(page), `${name}: wider than the window`).toBeLessThanOrEqual(0);
      if (read.has(scene)) await expectAccessible(page, name);
    });
  }
}

test("the pages of the platform are accessible, translated and fit the window", async ({
  people,
  api,
  server,
}) => {
  await expectGood(people, await platformScenes(api, server));
});

for (const game of GAMES) {
  test(`the tables of ${game} are accessible, translated and fit the window`, async ({
    people,
    api,
  }) => {
    await expectGood(people, await gameScenes(api, game));
  });
}

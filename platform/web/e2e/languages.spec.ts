// French and English, everywhere and completely.
import type { Language } from "../src/element.ts";
import type { People } from "./support/people.ts";
import { gameScenes, platformScenes, type Scene } from "./support/scenes.ts";
import { rawKeys, strangeWords, textOf } from "./support/seen.ts";
import { GAMES } from "./support/server.ts";
import { expect, test } from "./support/test.ts";
import { visit } from "./support/visit.ts";
import { LANGUAGES } from "./support/words.ts";

async function expectSpoken(people: People, scenes: readonly Scene[], language: Language) {
  await visit(people, scenes, { language }, async ({ page }, { name }) => {
    const text = await textOf(page);
    expect.soft(rawKeys(text), `${name}: keys in place of words`).toEqual([]);
    expect.soft(strangeWords(text, language), `${name}: words of the other language`).toEqual([]);
    await expect.soft(page.locator("html")).toHaveAttribute("lang", language.toLowerCase());
  });
}

for (const language of LANGUAGES) {
  test(`the platform's pages speak ${language}`, async ({ people, api, server }) => {
    await expectSpoken(people, await platformScenes(api, server), language);
  });

  for (const game of GAMES) {
    test(`a table of ${game} speaks ${language}`, async ({ people, api }) => {
      await expectSpoken(people, await gameScenes(api, game), language);
    });
  }
}

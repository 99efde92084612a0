// Everybody can use every page: axe, narrow windows, the keyboard alone.
import { expectAccessible } from "./support/axe.ts";
import { overflow } from "./support/seen.ts";
import { gameScenes, platformScenes } from "./support/scenes.ts";
import { GAMES } from "./support/server.ts";
import { expect, test } from "./support/test.ts";
import { visit } from "./support/visit.ts";

for (const colours of ["light", "dark"] as const) {
  test(`axe finds nothing serious on the platform's pages in ${colours}`, async ({
    people,
    api,
    server,
  }) => {
    await visit(people, await platformScenes(api, server), { colours }, async ({ page }, scene) => {
      await expectAccessible(page, scene.name);
    });
  });

  for (const game of GAMES) {
    test(`axe finds nothing serious at a table of ${game} in ${colours}`, async ({
      people,
      api,
    }) => {
      await visit(people, await gameScenes(api, game), { colours }, async ({ page }, scene) => {
        await expectAccessible(page, scene.name);
      });
    });
  }
}

test("no page of the platform scrolls sideways at 360 pixels", async ({ people, api, server }) => {
  const scenes = await platformScenes(api, server);
  await visit(people, scenes, { width: 360, language: "FR" }, async ({ page }, { name }) => {
    expect.soft(await overflow(page), name).toBeLessThanOrEqual(0);
  });
});

for (const game of GAMES) {
  test(`no table of ${game} scrolls sideways at 360 pixels`, async ({ people, api }) => {
    const scenes = await gameScenes(api, game);
    await visit(people, scenes, { width: 360, language: "FR" }, async ({ page }, { name }) => {
      expect.soft(await overflow(page), name).toBeLessThanOrEqual(0);
    });
  });
}

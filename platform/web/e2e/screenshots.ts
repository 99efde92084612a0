// Pictures of every page and table for the documents: `npm run screenshots` puts them into
// docs/screenshots. Not a test: it only fails where a page does.
import { join, resolve } from "node:path";
import type { Arrival } from "./support/people.ts";
import { gameScenes, platformScenes } from "./support/scenes.ts";
import { GAMES } from "./support/server.ts";
import { test } from "./support/test.ts";
import { visit } from "./support/visit.ts";

const FOLDER = resolve(import.meta.dirname, "../../../docs/screenshots");

/** Which scenes are taken in which looks. */
const LOOKS: readonly (Arrival & { readonly suffix: string; readonly names: RegExp })[] = [
  {
    suffix: "1280",
    width: 1280,
    names:
      /^(?!account-|sign-in-|lobby-|room-(hidden|passer)|confirm|reset|.*(waiting|replay-all))/,
  },
  { suffix: "360", width: 360, names: /^(lobby|new|mine|account|room-owner|.*-turn|.*-over)$/ },
  { suffix: "1280-dark", width: 1280, colours: "dark", names: /^(lobby|.*-turn)$/ },
  { suffix: "1280-fr", width: 1280, language: "FR", names: /^(new|.*-turn)$/ },
];

for (const { suffix, names, ...arrival } of LOOKS) {
  test(`pages in the look ${suffix}`, async ({ people, api, server }) => {
    const scenes = [...(await platformScenes(api, server))];
    for (const game of GAMES) scenes.push(...(await gameScenes(api, game)));
    const chosen = scenes.filter(({ name }) => names.test(name));
    await visit(people, chosen, arrival, async ({ page }, { name }) => {
      const path = join(FOLDER, `${name}-${suffix}.png`);
      await page.screenshot({ path, fullPage: true, animations: "disabled", scale: "css" });
    });
  });
}

// Screenshots of every page and table for the documentation, in docs/screenshots: run them with
// `npm run screenshots`. They check nothing of their own.
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import type { Arrival } from "./support/people.ts";
import { gameScenes, platformScenes } from "./support/scenes.ts";
import { GAMES } from "./support/server.ts";
import { test } from "./support/test.ts";
import { visit } from "./support/visit.ts";

const FOLDER = resolve(import.meta.dirname, "../../../docs/screenshots");

/** The scenes that are taken in each appearance. */
const APPEARANCES: readonly (Arrival & { readonly suffix: string; readonly names: RegExp })[] = [
  { suffix: "1280", width: 1280, names: /./ },
  { suffix: "360", width: 360, names: /./ },
  { suffix: "1280-dark", width: 1280, colours: "dark", names: /^(lobby|.*-(turn|full))$/ },
  { suffix: "360-dark-fr", width: 360, colours: "dark", language: "FR", names: /-full$/ },
  { suffix: "1280-fr", width: 1280, language: "FR", names: /^(new|.*-(turn|full))$/ },
];

/** Takes a picture of the full page, or of the window with the board. */
async function take(page: Page, name: string): Promise<void> {
  const path = join(FOLDER, `${name}.png`);
  const window = page.viewportSize();
  // With the most people at a table, what matters is what is in sight at once.
  const isWindow = name.includes("-full-");
  if (isWindow) {
    await page.locator("gueridon-board").evaluate((board) => {
      board.scrollIntoView({ block: "end" });
    });
  } else if (window && (await page.locator("gueridon-board").count()) > 0) {
    // In a picture of the whole page what stays at the foot of the window would lie over the board.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...window, height });
  }
  await page.screenshot({ path, fullPage: !isWindow, animations: "disabled", scale: "css" });
  if (window) await page.setViewportSize(window);
}

for (const { suffix, names, ...arrival } of APPEARANCES) {
  test(`screenshots ${suffix}`, async ({ people, api, server }) => {
    const scenes = [...(await platformScenes(api, server))];
    for (const game of GAMES) scenes.push(...(await gameScenes(api, game)));
    const chosen = scenes.filter(({ name }) => names.test(name));
    await visit(people, chosen, arrival, async ({ page }, { name }) => {
      await take(page, `${name}-${suffix}`);
    });
  });
}

test("GraphiQL", async ({ people }) => {
  for (const width of [1280, 360]) {
    const { page } = await people.come({ width });
    await page.goto("/graphiql");
    await page.locator(".graphiql-query-editor").getByText("tables").first().waitFor();
    await take(page, `graphiql-${width}`);
  }
});

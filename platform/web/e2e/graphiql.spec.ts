// What the server shows besides the page: GraphiQL, and what is there without a page.
import { expectAccessible } from "./support/axe.ts";
import { playerOf } from "./support/people.ts";
import { overflow } from "./support/seen.ts";
import { Server } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

test("GraphiQL asks as whoever is signed in on the page", async ({ people }) => {
  const ada = await people.come();
  const { page } = ada;
  await page.goto("/graphiql");
  const editor = page.locator(".graphiql-query-editor");
  // Who has written a document is told of mistakes by a worker, which has to come from here too.
  await editor.getByText("tables").first().click();
  await page.keyboard.press("ControlOrMeta+A");
  // The editor closes brackets by itself; those that are too many are in the comment.
  await page.keyboard.insertText("{ me { name } } #");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.locator(".graphiql-response")).toContainText(playerOf(ada).name);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test("a server without a page says how to get it", async ({ people }) => {
  const server = await Server.start({ hasPage: false });
  try {
    for (const width of [1280, 360]) {
      const { page } = await people.come({ as: null, width, at: server.url });
      // The browser asks for an icon by itself.
      await page.route("**/favicon.ico", (route) => route.fulfill());
      await page.goto("/");
      await expect(page.getByText("make build").first()).toBeVisible();
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await expectAccessible(page, `without a page, ${width}`);
    }
  } finally {
    await server.stop();
  }
});

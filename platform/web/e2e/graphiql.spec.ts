// GraphiQL, and what a server without the page shows.
import { expectAccessible } from "./support/axe.ts";
import { playerOf } from "./support/people.ts";
import { overflow } from "./support/seen.ts";
import { Server } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

test("GraphiQL sends the token of the signed-in visitor", async ({ people }) => {
  const ada = await people.come();
  const { page } = ada;
  await page.goto("/graphiql");
  const editor = page.locator(".graphiql-query-editor");
  // Editing starts the worker that validates documents: it must be served from this host, too.
  await editor.getByText("tables").first().click();
  await page.keyboard.press("ControlOrMeta+A");
  // The editor adds closing brackets; the comment sign keeps them out of the document.
  await page.keyboard.insertText("{ me { name } } #");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.locator(".graphiql-response")).toContainText(playerOf(ada).name);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test("a server without the page says how to build it", async ({ people }) => {
  const server = await Server.start({ hasPage: false });
  try {
    for (const width of [1280, 360]) {
      const { page } = await people.come({ as: null, width, at: server.url });
      // The browser requests an icon, which this server does not have.
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

// From the lobby to the first move without a pointer.
import type { Locator } from "@playwright/test";
import type { Person } from "./support/people.ts";
import { drawing, follow, offered, standing, whoseTurn } from "./support/play.ts";
import { GAMES } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

/** More stops than any page has. */
const STOPS = 300;

/** Goes to something with the Tab key alone. */
async function tabTo({ page }: Person, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < STOPS; stop += 1) {
    const isHere = await target.evaluate((element) => {
      const root = element.getRootNode();
      return (root instanceof ShadowRoot ? root : document).activeElement === element;
    });
    if (isHere) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key does not lead to ${String(target)}`);
}

for (const game of GAMES) {
  test(`a table of ${game} is opened and played at with the keyboard alone`, async ({ people }) => {
    const ada = await people.come();
    const { page, said, button } = ada;
    await follow(ada);
    await ada.goTo("/");
    await tabTo(ada, page.getByRole("link", { name: said("lobby.open"), exact: true }).first());
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/new/);

    // The arrow keys choose within a group of radio buttons.
    const chosen = page.getByRole("group", { name: said("new.game"), exact: true });
    await tabTo(ada, chosen.getByRole("radio").first());
    for (let step = 0; step < GAMES.indexOf(game); step += 1)
      await page.keyboard.press("ArrowDown");
    await tabTo(ada, page.getByLabel(said("new.bots")));
    await page.keyboard.press("Space");
    await expect(button("new.open")).toBeEnabled();
    await tabTo(ada, button("new.open"));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/tables\//);

    await expect(drawing(ada)).toBeVisible();
    await whoseTurn([ada]);
    const before = await standing(ada);
    await tabTo(ada, offered(ada, false).first());
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => {
        const { seq, composed } = await standing(ada);
        const isAsked = (await drawing(ada).locator("dialog[open]").count()) > 0;
        return seq > before.seq || composed > 0 || isAsked;
      })
      .toBe(true);
  });
}

// The preferences on a device: language, colours, motion, and the generic table.
import type { Locator } from "@playwright/test";
import { playerOf, type Person } from "./support/people.ts";
import { clickSomething, gameElement, trackComposed, playOnce, whoseTurn } from "./support/play.ts";
import { Random } from "./support/random.ts";
import { expect, test } from "./support/test.ts";
import { said } from "./support/words.ts";

const choices = ({ page }: Person): Locator => page.locator("gueridon-choices");

/** Chooses in the menu of preferences, which stays open. */
async function choose(person: Person, what: string, choice: string): Promise<void> {
  const select = choices(person)
    .locator("label", { hasText: person.said(what) })
    .locator("select");
  if (!(await select.isVisible())) await choices(person).locator("summary").click();
  await select.selectOption(choice);
}

test("language and colours change at once, and are kept after a reload", async ({ people }) => {
  const ada = await people.come();
  const { page } = ada;
  await ada.goTo("/");
  const colour = () => page.evaluate(() => getComputedStyle(document.body).color);
  const light = await colour();
  await choose(ada, "preferences.theme", "dark");
  await expect.poll(colour).not.toBe(light);
  const dark = await colour();

  await choices(ada)
    .getByLabel(ada.said("preferences.language"), { exact: true })
    .selectOption("FR");
  const title = page.getByRole("heading", { level: 1, name: said("FR", "lobby.title") });
  for (const isAgain of [false, true]) {
    if (isAgain) await page.reload();
    await expect(title).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    expect(await colour()).toBe(dark);
  }
});

test("animations run if the device allows motion, until they are turned off", async ({
  people,
  api,
}) => {
  const ada = await people.come({ hasMotion: true });
  const table = await api.begin([playerOf(ada)], "abyss", { bots: 1 });
  await trackComposed(ada);
  await ada.goTo(`/tables/${table}`);
  const element = gameElement(ada);
  await whoseTurn([ada]);
  const begun = await element.evaluateHandle(({ shadowRoot }) => {
    const names: string[] = [];
    shadowRoot?.addEventListener("transitionrun", (event) => {
      names.push((event as TransitionEvent).propertyName);
    });
    return names;
  });
  const random = new Random(1);
  while ((await begun.evaluate((names) => names.length)) === 0) {
    await whoseTurn([ada]);
    await clickSomething(ada, random);
  }

  await choose(ada, "preferences.motion", "none");
  await expect(element).not.toHaveAttribute("motion");
  await begun.evaluate((names) => (names.length = 0));
  await whoseTurn([ada]);
  await playOnce(ada, random);
  expect(await begun.evaluate((names) => names)).toEqual([]);
  await ada.page.reload();
  await expect(element).toBeVisible();
  await expect(element).not.toHaveAttribute("motion");
});

test("the generic table draws a game if the visitor prefers it, or the game's own is broken", async ({
  people,
  api,
}) => {
  const ada = await people.come();
  const basile = await people.come();
  const table = await api.begin([playerOf(ada), playerOf(basile)], "abyss");
  const own = ada.page.locator("gueridon-abyss");
  const plain = ada.page.locator("gueridon-generic");
  const wish = ada.page.getByLabel(ada.said("table.board.useGeneric"));
  await ada.goTo(`/tables/${table}`);
  await expect(own).toBeVisible();
  await wish.check();
  await expect(plain).toBeVisible();
  await expect(own).toBeHidden();
  await ada.page.reload();
  await expect(plain).toBeVisible();
  await wish.uncheck();
  await expect(own).toBeVisible();

  await basile.context.route(/\/games\/abyss\.js/, (route) =>
    route.fulfill({ contentType: "text/javascript", body: "export {};" }),
  );
  await basile.goTo(`/tables/${table}`);
  await expect(basile.page.getByText(basile.said("table.board.failed"))).toBeVisible();
  await expect(basile.page.locator("gueridon-generic")).toBeVisible();
});

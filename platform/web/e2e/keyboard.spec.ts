// The lobby, opening a table and playing at it, with the keyboard alone.
import type { Locator } from "@playwright/test";
import { playerOf } from "./support/people.ts";
import { tabTo } from "./support/keys.ts";
import { gameElement, trackComposed, boardState, whoseTurn } from "./support/play.ts";
import { Random } from "./support/random.ts";
import { GAMES } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

test("a table can be opened with the keyboard alone", async ({ people }) => {
  // Its own form is that of any game; whole games are played by keyboard in games.spec.ts.
  const game = "astoria";
  const ada = await people.come();
  const { page, said, button } = ada;
  await trackComposed(ada);
  await ada.goTo("/");
  await tabTo(ada, page.getByRole("link", { name: said("lobby.open"), exact: true }).first());
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/new/);

  // The arrow keys choose within a group of radio buttons.
  const chosen = page.getByRole("group", { name: said("newTable.game"), exact: true });
  await tabTo(ada, chosen.getByRole("radio").first());
  for (let step = 0; step < GAMES.indexOf(game); step += 1) await page.keyboard.press("ArrowDown");
  await tabTo(ada, page.getByLabel(said("newTable.bots")));
  await page.keyboard.press("Space");
  await expect(button("newTable.open")).toBeEnabled();
  await tabTo(ada, button("newTable.open"));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/tables\//);

  await expect(gameElement(ada)).toBeVisible();
  await whoseTurn([ada]);
});

test("the focus goes through the header in the order in which it is seen", async ({ people }) => {
  for (const width of [360, 1280]) {
    const { page, goTo } = await people.come({ width });
    await goTo("/");
    const seen: { readonly top: number; readonly left: number }[] = [];
    for (;;) {
      await page.keyboard.press("Tab");
      const place = await page.evaluate(() => {
        let focused = document.activeElement;
        const within = [focused];
        while (focused?.shadowRoot?.activeElement) {
          focused = focused.shadowRoot.activeElement;
          within.push(focused);
        }
        const isSkip = focused?.matches(".skip") === true;
        const isInHeader = within.some((one) => one?.closest("header"));
        // The middle, since what stands in one line is not of one height.
        const { top, bottom, left } = focused?.getBoundingClientRect() ?? new DOMRect();
        return { isSkip, isInHeader, top: (top + bottom) / 2, left };
      });
      if (place.isSkip) continue;
      if (!place.isInHeader) break;
      seen.push(place);
    }
    expect(seen.length, String(width)).toBeGreaterThan(3);
    const isNear = (one: number, other: number) => Math.abs(one - other) < 10;
    const inOrder = seen.toSorted((a, b) =>
      isNear(a.top, b.top) ? a.left - b.left : a.top - b.top,
    );
    expect(seen, String(width)).toEqual(inOrder);
  }
});

test("a payment, dialogs, the chat and the replay can be used with the keyboard", async ({
  people,
  api,
}) => {
  const ada = await people.come();
  const { page, said, button } = ada;
  const players = [playerOf(ada), await api.guest("Basile")] as const;
  const table = await api.begin(players, "abyss");
  const random = new Random(1);
  // `explore` is only legal as a turn's action, and then a Lord is paid for in the usual way.
  const canRecruit = async () => {
    const { moves } = await api.table(table, players[0]);
    const isOpen = (kind: string) =>
      moves.some(({ move }) => JSON.stringify(move).startsWith(`{"abyss":{"${kind}":`));
    return isOpen("recruit") && isOpen("explore");
  };
  while (!(await canRecruit())) await api.playOn(table, players, random, { steps: 1 });
  await trackComposed(ada);
  await ada.goTo(`/tables/${table}`);
  const element = gameElement(ada);
  await whoseTurn([ada]);
  const press = async (target: Locator, key = "Enter") => {
    await tabTo(ada, target);
    await page.keyboard.press(key);
  };

  const before = await boardState(ada);
  await press(element.locator('[data-key^="court:"]:not([aria-haspopup])').first());
  const pay = element.locator('[data-key*="pay"].do').first();
  const ally = element.locator('[data-key^="hand:"].act').first();
  for (let composed = 1; ; composed += 1) {
    await expect.poll(async () => (await boardState(ada)).composed).toBe(composed);
    await expect.poll(async () => (await boardState(ada)).isWaiting).toBe(false);
    if (await pay.isVisible()) break;
    await press(ally);
  }
  await press(pay);
  await expect.poll(async () => (await boardState(ada)).seq).toBeGreaterThan(before.seq);

  const about = element.locator(".about").first();
  const dialog = page.getByRole("dialog");
  await press(about);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(about).toBeFocused();

  await press(page.getByRole("textbox", { name: said("chat.message") }), "Shift");
  await page.keyboard.type("Bonsoir !");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("log").getByText("Bonsoir !")).toBeVisible();

  await press(page.locator("gueridon-actions summary"));
  const resign = button("table.actions.resign").first();
  await press(resign);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(resign).toBeFocused();
  expect((await api.table(table)).status).toBe("PLAYING");

  await ada.goTo(`/tables/${table}?at=1`);
  await press(page.getByRole("slider", { name: said("replay.entry") }), "ArrowRight");
  const { seq: last } = await api.table(table);
  await expect(page.locator("gueridon-replay output")).toHaveText(
    said("replay.position", { at: 2, last }),
  );
});

// A lost connection is announced; nothing is lost, and nothing is played twice.
import { playerOf } from "./support/people.ts";
import { Random } from "./support/random.ts";
import {
  clickSomething,
  gameElement,
  expectSeq,
  trackComposed,
  boardState,
  whoseTurn,
} from "./support/play.ts";
import { expect, test } from "./support/test.ts";

test("a table says that the connection is lost, and shows the missed entries when it is back", async ({
  people,
  api,
}) => {
  const ada = await people.come({ language: "FR", hasLine: true });
  const players = [playerOf(ada), await api.guest("Basile")] as const;
  const table = await api.begin(players, "allegeance");
  await trackComposed(ada);
  await ada.goTo(`/tables/${table}`);
  await expect(gameElement(ada)).toBeVisible();
  ada.line?.cut();
  await expect(ada.page.getByText(ada.said("connection.lost"))).toBeVisible();
  await api.playOn(table, players, new Random(3), { steps: 7 });
  expect((await boardState(ada)).seq).toBe(0);
  ada.line?.mend();
  await expectSeq(ada, 7);
  await expect(ada.page.getByText(ada.said("connection.lost"))).toBeHidden();
  await expect(
    ada.page.getByText(ada.said("history.missed_other", { count: 7 })).first(),
  ).toBeVisible();
});

test("what was clicked while the connection was lost is said to be unsent, and played once", async ({
  people,
  api,
}) => {
  const ada = await people.come({ hasLine: true });
  const basile = await people.come({ hasLine: true });
  const table = await api.begin([playerOf(ada), playerOf(basile)], "astoria");
  for (const one of [ada, basile]) {
    await trackComposed(one);
    await one.goTo(`/tables/${table}`);
  }
  const active = await whoseTurn([ada, basile]);
  if (!active) throw new Error("a game that has begun waits for somebody");
  active.line?.cut();
  const clicked = clickSomething(active, new Random(1)).catch(() => null);
  await expect(active.page.getByText(active.said("connection.lost"))).toBeVisible();
  await expect(active.page.getByText(active.said("connection.unsent"))).toBeVisible();
  active.line?.mend();
  await expect(active.page.getByText(active.said("connection.lost"))).toBeHidden();
  await clicked;
  await expect.poll(async () => (await boardState(active)).isWaiting).toBe(false);
  expect((await api.table(table)).seq).toBe(1);
  await expectSeq(active, 1);
});

test("the lobby reconnects by itself and shows new tables", async ({ people, api }) => {
  const ada = await people.come({ hasLine: true });
  const basile = await api.guest("Basile");
  await ada.goTo("/");
  ada.line?.cut();
  await expect(ada.page.getByText(ada.said("connection.lost"))).toBeVisible();
  const table = await api.open(basile, "abyss", 2);
  ada.line?.mend();
  await expect(ada.page.locator(`a[href="/tables/${table}"]`).first()).toBeVisible();
  await expect(ada.page.getByText(ada.said("connection.lost"))).toBeHidden();
});

test("a page that cannot be loaded says so, and can be loaded again", async ({ people }) => {
  const ada = await people.come({ hasLine: true });
  await ada.goTo("/");
  ada.line?.cut();
  await ada.page
    .getByRole("link", { name: ada.said("lobby.open") })
    .first()
    .click();
  await expect(ada.page.getByRole("alert")).toHaveText(ada.said("loadError.text"));
  ada.line?.mend();
  await ada.button("loadError.again").click();
  await expect(ada.page.getByRole("heading", { name: ada.said("newTable.title") })).toBeVisible();
});

test("leaving the lobby during a lost connection removes the banner", async ({ people }) => {
  const ada = await people.come({ as: null, hasLine: true });
  await ada.goTo("/sign-in");
  await ada.page.getByRole("link", { name: ada.said("nav.lobby") }).click();
  await ada.settle();
  ada.line?.cut();
  await expect(ada.page.getByText(ada.said("connection.lost"))).toBeVisible();
  await ada.page
    .getByRole("banner")
    .getByRole("link", { name: ada.said("nav.signIn") })
    .click();
  await expect(ada.page.getByText(ada.said("connection.lost"))).toBeHidden();
});

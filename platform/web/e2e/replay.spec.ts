// The replay of a finished game, through the player's own eyes and through others'.
import { playerOf } from "./support/people.ts";
import { gameElement } from "./support/play.ts";
import type { TableElement } from "@gueridon/element";
import { Random } from "./support/random.ts";
import { GAMES } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

for (const game of GAMES) {
  test(`a game of ${game} can be replayed entry by entry and through other eyes`, async ({
    people,
    api,
  }) => {
    const ada = await people.come({ name: "Ada", language: "FR" });
    const basile = await api.guest("Basile");
    const table = await api.begin([playerOf(ada), basile], game);
    await api.playOn(table, [playerOf(ada), basile], new Random(7));
    const { seq: last, result } = await api.table(table);
    const points = result?.seats.find(({ seat }) => seat === 0)?.points ?? NaN;

    // The game is listed among the player's results.
    await ada.goTo("/mine");
    await ada.page.getByRole("link", { name: ada.said("myTables.results"), exact: true }).click();
    const own = ada.page.locator("gueridon-results").getByRole("listitem");
    await expect(own).toHaveCount(1);
    const words = ["one", "other"].map((form) =>
      ada.said(`players.results.points_${form}`, { count: points }),
    );
    await expect(own).toContainText(new RegExp(words.join("|")));
    await own.getByRole("link", { name: ada.said("players.results.end") }).click();
    await ada.page
      .locator("gueridon-result")
      .getByRole("link", { name: ada.said("table.result.replay"), exact: true })
      .click();
    const shown = ada.page.locator("gueridon-replay output");
    await expect(shown).toHaveText(ada.said("replay.position", { at: 0, last }));

    const slider = ada.page.getByRole("slider", { name: ada.said("replay.entry") });
    await slider.fill("5");
    await expect(shown).toHaveText(ada.said("replay.position", { at: 5, last }));
    await slider.press("ArrowRight");
    await expect(shown).toHaveText(ada.said("replay.position", { at: 6, last }));
    await ada.button("replay.previous").click();
    const seen = () =>
      gameElement(ada).evaluate((element) => {
        const { table: state, view, moves } = element as TableElement;
        return { ...state, moves: moves.length, view: JSON.stringify(view) };
      });
    await expect.poll(async () => (await seen()).seq).toBe(5);
    const mine = await seen();
    expect(mine).toMatchObject({ isReplay: true, moves: 0, seat: 0 });

    await ada.page.getByLabel(ada.said("replay.pointOfView")).selectOption("Basile");
    await expect(ada.page).toHaveURL(/at=5&seat=1$/);
    await expect.poll(async () => (await seen()).view).not.toBe(mine.view);
    await ada.page.reload();
    await expect(shown).toHaveText(ada.said("replay.position", { at: 5, last }));
    const others = await seen();
    expect(others.view).not.toBe(mine.view);

    await ada.page
      .getByLabel(ada.said("replay.pointOfView"))
      .selectOption(ada.said("replay.everything"));
    await expect.poll(async () => (await seen()).view).not.toBe(others.view);

    // The second time, the link has the address of the page, but the slider has moved on.
    const link = ada.page.locator("gueridon-log a").first();
    const at = Number(new URL(`x:${await link.getAttribute("href")}`).searchParams.get("at"));
    for (let time = 0; time < 2; time += 1) {
      await link.click();
      await expect(shown).toHaveText(ada.said("replay.position", { at, last }));
      await slider.press("ArrowRight");
      await expect(shown).toHaveText(ada.said("replay.position", { at: at + 1, last }));
    }
    await ada.page.getByRole("link", { name: ada.said("replay.toTable") }).click();
    await expect(ada.page.locator("gueridon-result")).toBeVisible();
  });
}

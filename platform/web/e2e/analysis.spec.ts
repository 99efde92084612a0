// The analysis of a finished game: asked for, drawn under the slider, and a way to its moments.
import { expectAccessible } from "./support/axe.ts";
import { playerOf } from "./support/people.ts";
import { Random } from "./support/random.ts";
import { expect, test } from "./support/test.ts";

const percent = new Intl.NumberFormat("fr", { style: "percent" });

test("a finished game is analysed, and a turning point leads to its moment", async ({
  people,
  api,
}) => {
  const ada = await people.come({ name: "Ada", language: "FR" });
  const basile = await api.guest("Basile");
  const table = await api.begin([playerOf(ada), basile], "astoria");
  await api.playOn(table, [playerOf(ada), basile], new Random(7));
  const { seq: last, result } = await api.table(table);

  await ada.goTo(`/tables/${table}?at=0`);
  const panel = ada.page.locator("gueridon-analysis");
  await panel.getByRole("button", { name: ada.said("replay.analysis.ask") }).click();
  await expect(
    panel.getByRole("heading", { name: ada.said("replay.analysis.title"), exact: true }),
  ).toBeVisible({ timeout: 300_000 });
  await expect(panel.getByRole("img", { name: ada.said("replay.analysis.graph") })).toBeVisible();
  const turningPoint = panel.getByRole("listitem").filter({ has: ada.page.getByRole("button") });
  const jump = turningPoint.first().getByRole("button");
  const entry = Number(/\d+/.exec((await jump.textContent()) ?? "")?.[0]);
  await jump.click();
  const shown = ada.page.locator("gueridon-replay output");
  await expect(shown).toHaveText(ada.said("replay.position", { at: entry, last }));

  // What the graph shows can be read as a table.
  await panel.getByText(ada.said("replay.analysis.table")).click();
  const ranks = (result?.seats ?? []).toSorted((a, b) => a.seat - b.seat).map(({ rank }) => rank);
  const winners = ranks.filter((rank) => rank === 1).length;
  await expect(panel.locator("#figures tbody tr").last().locator("td")).toHaveText(
    ranks.map((rank) => percent.format(rank === 1 ? 1 / winners : 0)),
  );
  await expectAccessible(ada.page, "an analysed game");
  await ada.page.setViewportSize({ width: 360, height: 800 });
  const overhang = await ada.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overhang).toBe(0);

  // It is there for whoever comes later, and nobody else has to ask for it.
  const { page: watching } = await people.come({ name: "Chloé", language: "EN" });
  await watching.goto(`/tables/${table}?at=${entry}`);
  await expect(watching.locator("gueridon-analysis .mark").first()).toBeVisible();
});

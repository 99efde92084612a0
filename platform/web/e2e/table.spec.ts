// What people do at a table besides playing: chat, watch, take back, resign.
import { playerOf, type Person } from "./support/people.ts";
import { gameElement, trackComposed, playOnce, boardState, whoseTurn } from "./support/play.ts";
import { Random } from "./support/random.ts";
import { overflow } from "./support/seen.ts";
import { expect, test } from "./support/test.ts";
import type { Api } from "./support/api.ts";
import type { People } from "./support/people.ts";

/** Starts a game between two people; `active` is the one whose turn it is. */
async function atTable(people: People, api: Api, game: string) {
  const ada = await people.come({ name: "Ada" });
  const basile = await people.come({ name: "Basile", language: "FR" });
  const table = await api.begin([playerOf(ada), playerOf(basile)], game);
  for (const one of [ada, basile]) {
    await trackComposed(one);
    await one.goTo(`/tables/${table}`);
  }
  const active = await whoseTurn([ada, basile]);
  if (!active) throw new Error("a game that has begun waits for somebody");
  return { table, active, other: active === ada ? basile : ada };
}

/** Opens the menu with the rarer actions. */
async function openMoreActions({ page, said }: Person) {
  await page.locator("gueridon-actions summary", { hasText: said("table.actions.more") }).click();
}

test("chat messages reach players and spectators, as plain text", async ({ people, api }) => {
  const { table, active, other } = await atTable(people, api, "astoria");
  const watcher = await people.come({ as: null });
  await watcher.goTo(`/tables/${table}`);
  const text = '<img src="x" onerror="alert(1)"> bonsoir';
  await active.page.getByRole("textbox", { name: active.said("chat.message") }).fill(text);
  await active.button("chat.send").click();
  for (const { page } of [active, other, watcher]) {
    await expect(page.getByRole("log").getByText(text)).toBeVisible();
  }
  const answer = other.page.getByRole("textbox", { name: other.said("chat.message") });
  await answer.fill("Salut !");
  await answer.press("Enter");
  await expect(active.page.getByRole("log").getByText("Salut !")).toBeVisible();
});

test("a spectator sees every move and cannot play", async ({ people, api }) => {
  const { table, active } = await atTable(people, api, "allegeance");
  const watcher = await people.come({ as: null, language: "FR" });
  await trackComposed(watcher);
  await watcher.goTo(`/tables/${table}`);
  await expect(gameElement(watcher)).toBeVisible();
  expect((await boardState(watcher)).isOn).toBe(false);
  const seq = await playOnce(active, new Random(1));
  await expect.poll(async () => (await boardState(watcher)).seq).toBe(seq);
});

test("a step that revealed a card is taken back only if the other player agrees", async ({
  people,
  api,
}) => {
  const { active, other, table } = await atTable(people, api, "abyss");
  // Exploring reveals a card.
  await gameElement(active)
    .getByRole("button", { name: /^(Explore|Explorer)/ })
    .first()
    .click();
  // It is offered only where it can be had.
  const ask = active.button("table.actions.askUndo");
  await ask.click();
  await expect(active.button("table.actions.undo")).toBeHidden();
  await other.button("table.proposal.decline").click();
  await expect(other.button("table.proposal.decline")).toBeHidden();
  // The clicked button was removed, and the focus stays nearby.
  await expect(other.page.locator("gueridon-proposal #asked")).toBeFocused();
  await ask.click();
  // A proposal is in the tab's title too.
  await expect(other.page).toHaveTitle(/^\(1\)/);
  await other.button("table.proposal.agree").click();
  for (const { page, said } of [active, other]) {
    await expect(page.getByText(said("history.takenBack"), { exact: true }).first()).toBeVisible();
  }
  const { entries } = (
    await api.ask<{ table: { entries: { nodes: { undoneBy: number | null }[] } } }>(
      "query ($id: ID!) { table(id: $id) { entries { nodes { undoneBy } } } }",
      { id: table },
    )
  ).table;
  expect(entries.nodes[0]?.undoneBy).not.toBeNull();
});

test("against bots a move is taken back with theirs, and nobody is asked", async ({
  people,
  api,
}) => {
  const ada = await people.come();
  const table = await api.begin([playerOf(ada)], "abyss", { bots: 1 });
  await trackComposed(ada);
  await ada.goTo(`/tables/${table}`);
  await whoseTurn([ada]);
  const before = (await api.table(table)).seq;
  await playOnce(ada, new Random(2));
  // Whatever the bot has played since.
  await expect.poll(async () => (await api.table(table)).toAct).toEqual([0]);
  await ada.button("table.actions.undo").click();
  await expect(
    ada.page.getByText(ada.said("history.takenBack"), { exact: true }).first(),
  ).toBeVisible();
  const { entries } = (
    await api.ask<{ table: { entries: { nodes: { seq: number; undoneBy: number | null }[] } } }>(
      "query ($id: ID!) { table(id: $id) { entries { nodes { seq undoneBy } } } }",
      { id: table },
    )
  ).table;
  const last = entries.nodes.at(-1)?.seq ?? 0;
  const stands = entries.nodes.filter(({ seq, undoneBy }) => seq > before && undoneBy === null);
  expect(stands.map(({ seq }) => seq)).toEqual([last]);
});

test("the score pad breaks names only between words, and cuts those that are too long", async ({
  people,
  api,
}) => {
  const names = ["Chance", "Marie Curie", "Constantinopolitanska"];
  const ada = await people.come({ name: "Ada" });
  const others = await Promise.all(names.map((name) => api.guest(name)));
  const table = await api.begin([playerOf(ada), ...others], "abyss");
  await ada.goTo(`/tables/${table}`);
  const headings = ada.page.locator("gueridon-score thead .name");
  await expect(headings).toHaveText(["Ada", ...names]);
  const shapes = await headings.evaluateAll((all) =>
    all.map((one) => {
      const text = document.createRange();
      text.selectNodeContents(one);
      const lines = new Set([...text.getClientRects()].map(({ top }) => top));
      return { lines: lines.size, isCut: one.scrollWidth > one.clientWidth };
    }),
  );
  expect(shapes).toEqual([
    { lines: 1, isCut: false },
    { lines: 1, isCut: false },
    { lines: 2, isCut: false },
    { lines: 1, isCut: true },
  ]);
  const last = ada.page.locator("gueridon-score thead .who").last();
  await expect(last).toHaveAttribute("title", "Constantinopolitanska");
});

test("on a telephone the score pad has every column in sight, for four and for six", async ({
  people,
  api,
}) => {
  const ada = await people.come({ name: "Ada", width: 360, language: "FR" });
  const names = ["Basile", "Constance", "Domitille", "Eusèbe", "Flore"];
  const others = await Promise.all(names.map((name) => api.guest(name)));
  for (const [game, count] of [
    ["abyss", 4],
    ["astoria", 6],
  ] as const) {
    const table = await api.begin([playerOf(ada), ...others.slice(0, count - 1)], game);
    await ada.goTo(`/tables/${table}`);
    await ada.page.getByRole("tab", { name: ada.said("table.panels.score") }).click();
    const pad = ada.page.locator("gueridon-score .scroll");
    await expect(pad.locator("thead th")).toHaveCount(count);
    const beyond = await pad.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth);
    expect(beyond, game).toBeLessThanOrEqual(0);
    const cut = await pad
      .locator("tbody th, td")
      .evaluateAll((cells) =>
        cells.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      );
    expect(cut, game).toEqual([]);
  }
});

test("at six seats every name is one line, cut where it is too long, and whole at the focus", async ({
  people,
  api,
}) => {
  const names = ["Basile", "Constance", "Domitille", "Eusèbe", "Maximilienne Wilhelmine"];
  const ada = await people.come({ name: "Ada" });
  const others = await Promise.all(names.map((name) => api.guest(name)));
  const table = await api.begin([playerOf(ada), ...others], "astoria");
  await ada.goTo(`/tables/${table}`);
  const shown = ada.page.locator("gueridon-seats .name");
  await expect(shown).toHaveText(["Ada", ...names]);
  const shapes = () =>
    shown.evaluateAll((all) =>
      all.map((one) => {
        const text = document.createRange();
        text.selectNodeContents(one);
        const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top)));
        return { lines: lines.size, isCut: one.scrollWidth > one.clientWidth };
      }),
    );
  const whole = { lines: 1, isCut: false };
  expect(await shapes()).toEqual([whole, whole, whole, whole, whole, { lines: 1, isCut: true }]);
  await shown.last().locator("a").focus();
  expect((await shapes()).at(-1)?.isCut).toBe(false);
});

test("on a narrow window the prompt is seen once, beside the steps", async ({ people, api }) => {
  const { active } = await atTable(people, api, "abyss");
  const { page } = active;
  const seen = page.locator("gueridon-head .prompt > span", { hasNotText: /▶|^ – $/ }).last();
  await expect(gameElement(active)).toBeVisible();
  const prompt = (await seen.innerText()).trim();
  expect(prompt).not.toBe("");
  const heights = async () => (await seen.boundingBox())?.height ?? 0;
  await expect.poll(heights).toBeGreaterThan(10);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect.poll(heights).toBeLessThan(2);
  await expect(gameElement(active).locator("#moves")).toHaveText(prompt);
});

test("a hint is offered against bots, is told in words, and can be played", async ({
  people,
  api,
}) => {
  const ada = await people.come({ language: "FR", width: 360 });
  const table = await api.begin([playerOf(ada)], "abyss", { bots: 1 });
  await trackComposed(ada);
  await ada.goTo(`/tables/${table}`);
  await whoseTurn([ada]);
  await ada.button("table.hint.ask").click();
  const hint = ada.page.locator("gueridon-hint");
  await expect(hint.getByRole("listitem").first()).not.toBeEmpty();
  await expect(hint.getByText(/Chances de gagner/)).toBeVisible();
  expect(await overflow(ada.page)).toBe(0);
  const { seq } = await boardState(ada);
  await hint.getByRole("button", { name: /^Jouer/ }).click();
  await expect(hint.getByRole("listitem")).toHaveCount(0);
  await expect.poll(async () => (await boardState(ada)).seq).toBeGreaterThan(seq);
});

test("resigning asks for confirmation, and then ends the game", async ({ people, api }) => {
  const { active, other, table } = await atTable(people, api, "astoria");
  await openMoreActions(active);
  await active.button("table.actions.resign").first().click();
  await active.button("table.actions.keepPlaying").click();
  expect((await api.table(table)).status).toBe("PLAYING");
  await active.button("table.actions.resign").first().click();
  await active.page
    .getByRole("dialog")
    .getByRole("button", { name: active.said("table.actions.resign"), exact: true })
    .click();
  await expect(other.page.getByText(other.said("table.result.won"))).toBeVisible();
  // Wherever on the page they were, both see how it ended.
  for (const { page } of [active, other]) {
    await expect(page.locator("gueridon-result h2")).toBeInViewport();
  }
  await other.button("table.result.rematch").click();
  await expect(other.page).not.toHaveURL(new RegExp(table));
  await expect(
    active.page.getByRole("link", { name: active.said("table.result.toRematch") }),
  ).toBeVisible();
  // Until the other has answered, nobody else can have their seat.
  const kept = other.page.locator("gueridon-room .seat.free");
  await expect(kept).toContainText(other.said("tables.keptSeat", { name: playerOf(active).name }));
  const carol = await people.come({ name: "Carol" });
  await carol.goTo(new URL(other.page.url()).pathname);
  await expect(carol.page.locator("gueridon-room .seat.free")).toBeVisible();
  await expect(
    carol.page.getByRole("button", { name: new RegExp(carol.said("waitingRoom.sit")) }),
  ).toHaveCount(0);
  await active.page.getByRole("link", { name: active.said("table.result.toRematch") }).click();
  await active.page
    .getByRole("button", { name: new RegExp(active.said("waitingRoom.sit")) })
    .click();
  await expect(kept).toHaveCount(0);
});

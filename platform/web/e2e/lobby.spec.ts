// From the lobby to a table: guests, options, invitations, who sees what.
import { playerOf, type Person } from "./support/people.ts";
import { GAMES } from "./support/server.ts";
import { expect, test } from "./support/test.ts";
import { LANGUAGES } from "./support/words.ts";

/** The id of the table in the address of the page. */
async function tableOf({ page }: Person): Promise<string> {
  await page.waitForURL(/\/tables\/[^/?]+/);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

for (const language of LANGUAGES) {
  test(`a passer-by becomes a guest in one click: ${language}`, async ({ people }) => {
    const ada = await people.come({ as: null, language });
    await ada.goTo("/");
    const field = ada.page.getByLabel(ada.said("signIn.guestForm.name"));
    const name = await field.first().inputValue();
    expect(name).not.toBe("");
    await ada.button("signIn.guestForm.submit").click();
    const menu = ada.page.getByRole("banner").locator("summary", { hasText: name });
    await expect(menu).toBeVisible();
    await ada.page.reload();
    await expect(menu).toBeVisible();
  });
}

test("the games come first for whoever may not know them", async ({ people, api }) => {
  const passerBy = await people.come({ as: null });
  const regular = await people.come({
    as: await api.registered("Regular", "a long password"),
  });
  const headings = async ({ page, goTo, said }: Person) => {
    await goTo("/");
    await expect(page.locator("gueridon-games li").first()).toBeVisible();
    const all = await page.locator("gueridon-lobby h2").allTextContents();
    return all.filter((one) => one !== said("lobby.welcome"));
  };
  const [games, open] = [regular.said("lobby.games"), regular.said("lobby.openTables")];
  expect((await headings(passerBy))[0]).toBe(games);
  expect((await headings(regular))[0]).toBe(open);
});

test("the button that opens a table is in sight without scrolling", async ({ people }) => {
  for (const as of [undefined, null]) {
    const one = await people.come({ width: 1280, ...(as === null && { as }) });
    await one.page.setViewportSize({ width: 1280, height: 800 });
    for (const game of GAMES) {
      await one.goTo(`/new?game=${game}`);
      const open = one.button("newTable.open");
      await expect(open).toBeEnabled();
      await expect(open).toBeInViewport({ ratio: 1 });
    }
    // What it lies over comes out from behind it with the focus.
    const name = one.page.locator("gueridon-new gueridon-guest input").last();
    if (as === null) {
      await name.focus();
      const [field, foot] = [
        await name.boundingBox(),
        await one.page.locator("gueridon-new form > .foot").boundingBox(),
      ];
      expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
    }
  }
});

for (const game of GAMES) {
  test(`the form of ${game} opens a table with the chosen options`, async ({ people, api }) => {
    const ada = await people.come({ language: "FR" });
    await ada.goTo(`/new?game=${game}`);
    const form = ada.page.locator("gueridon-options-form");
    // What beginners do not need is folded.
    await ada.page.getByText(ada.said("newTable.more"), { exact: true }).click();
    await form.locator("summary").click();
    // `all` does not wait for the form, which first loads the game's options.
    await expect(form.getByRole("checkbox").first()).toBeVisible();
    const boxes = await form.getByRole("checkbox").all();
    const usual = await Promise.all(boxes.map((box) => box.isChecked()));
    // Astoria's first option is not allowed with three seats.
    const other = game === "astoria" ? boxes.length - 1 : 0;
    await boxes[other]?.setChecked(!usual[other]);
    await ada.page
      .getByRole("group", { name: ada.said("newTable.seats") })
      .getByRole("radio", { name: "3", exact: true })
      .check();
    await ada.page.getByLabel(ada.said("newTable.form.private")).check();
    await ada.button("newTable.open").click();
    const { options, seats, settings } = await api.table(await tableOf(ada), playerOf(ada));
    expect(seats).toHaveLength(3);
    expect(seats[0]?.name).toBe(playerOf(ada).name);
    expect(settings.visibility).toBe("PRIVATE");
    const flags = Object.values(options[game] ?? {}).filter((value) => typeof value === "boolean");
    // The form has the order of the schema, the server answers in alphabetical order.
    const chosen = usual.map((isOn, at) => (at === other ? !isOn : isOn));
    expect(flags.toSorted()).toEqual(chosen.toSorted());
    await expect(
      ada.page.getByText(ada.said("tables.settings.visibilities.PRIVATE")),
    ).toBeVisible();
  });
}

test("an open table appears in the lobby at once, and can be watched once it has started", async ({
  people,
  api,
}) => {
  const ada = await people.come();
  const basile = await people.come({ language: "FR", name: "Basile" });
  await ada.goTo("/");
  const table = await api.open(playerOf(basile), "allegeance", 2);
  const card = ada.page.locator("gueridon-table-card", {
    has: ada.page.locator(`a[href="/tables/${table}"]`),
  });
  await expect(card).toBeVisible();
  await api.act(table, "sit", playerOf(basile));
  await expect(card).toContainText("Basile");
  await card.getByRole("button", { name: new RegExp(ada.said("lobby.sit")) }).click();
  expect(await tableOf(ada)).toBe(table);
  const carol = await people.come();
  await carol.goTo("/");
  await basile.goTo(`/tables/${table}`);
  await basile.button("waitingRoom.start").click();
  await expect(basile.page.locator("gueridon-board")).toBeVisible();
  await expect(ada.page.locator("gueridon-board")).toBeVisible();
  await expect(carol.page.getByRole("link", { name: /^Watch: / }).first()).toBeVisible();
});

test("a private table is open to a visitor with the link, and hidden from others", async ({
  people,
  api,
}) => {
  const ada = await people.come({ name: "Ada" });
  const table = await api.open(playerOf(ada), "astoria", 2, {
    settings: { visibility: "PRIVATE" },
  });
  await api.act(table, "sit", playerOf(ada));
  await ada.goTo(`/tables/${table}`);
  const link = await ada.page.getByLabel(ada.said("invitations.panel.link")).inputValue();

  const carol = await people.come({ name: "Carol" });
  await carol.goTo(`/tables/${table}`);
  await expect(carol.page.getByText(carol.said("table.unknown.text"))).toBeVisible();
  await carol.goTo("/");
  await expect(carol.page.locator(`a[href="/tables/${table}"]`)).toHaveCount(0);

  const basile = await people.come({ as: null, language: "FR" });
  await basile.goTo(new URL(link).pathname);
  await expect(
    basile.page.getByText(basile.said("invitations.page.from", { name: "Ada", game: "Astoria" })),
  ).toBeVisible();
  await basile.button("signIn.guestForm.submit").click();
  expect(await tableOf(basile)).toBe(table);
  await basile.page
    .getByRole("button", { name: new RegExp(basile.said("waitingRoom.sit")) })
    .click();
  await ada.button("waitingRoom.start").click();
  await expect(basile.page.locator("gueridon-board")).toBeVisible();
});

test("a visitor who is too late for a seat is told so, and can take another", async ({
  people,
  api,
}) => {
  const table = await api.open(await api.guest(), "allegeance", 3);
  const ada = await people.come({ as: null });
  await ada.goTo(`/tables/${table}`);
  const sit = ada.page.getByRole("button", { name: ada.said("waitingRoom.sit") });
  await sit.first().click();
  await api.act(table, "sit", await api.guest("Basile"));
  await expect(ada.page.getByText("Basile").first()).toBeVisible();
  await ada.page.getByRole("dialog").locator("gueridon-guest button").click();
  await expect(ada.page.locator("gueridon-room div#refusal")).toBeFocused();
  await sit.first().click();
  await expect(ada.page.locator("#seat-1")).toBeFocused();
  await expect(ada.page.locator("#seat-1")).toContainText(ada.said("waitingRoom.you"));
});

test("the title and icon of the tab show the visitor's turn on every page", async ({
  people,
  api,
}) => {
  const [ada, basile] = [await people.come({ name: "Ada" }), await people.come({ name: "Basile" })];
  const table = await api.begin([playerOf(ada), playerOf(basile)], "allegeance");
  const { toAct } = await api.table(table);
  const [active, other] = toAct.includes(0) ? [ada, basile] : [basile, ada];
  for (const { goTo } of [active, other]) await goTo(`/tables/${table}`);
  await expect(active.page).toHaveTitle(/^[●(]/);
  await expect(active.page.locator('link[rel="icon"]')).toHaveAttribute("href", /turn/);
  if (toAct.length === 1) {
    await expect(other.page).not.toHaveTitle(/^[●(]/);
    await expect(other.page.locator('link[rel="icon"]')).not.toHaveAttribute("href", /turn/);
  }
  await active.goTo("/");
  await expect(active.page).toHaveTitle(/^[●(]/);
  await expect(active.page.locator('link[rel="icon"]')).toHaveAttribute("href", /turn/);
});

test("the address in emails leads to the table", async ({ people, api }) => {
  const ada = await people.come();
  const table = await api.begin([playerOf(ada), await api.guest("Basile")], "astoria");
  await ada.goTo(`/table/${table}`);
  await expect(ada.page.locator("gueridon-board")).toBeVisible();
});

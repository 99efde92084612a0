// Programs as opponents: made on the account's page, chosen when a table is opened, and played with.
// The program is that of examples/python.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { expectAccessible } from "./support/axe.ts";
import { playerOf } from "./support/people.ts";
import {
  boardState,
  clickSomething,
  gameElement,
  trackComposed,
  whoseTurn,
} from "./support/play.ts";
import { Random } from "./support/random.ts";
import { expect, test } from "./support/test.ts";

const BOT = resolve(import.meta.dirname, "../../../examples/python/bot.py");
const PASSWORD = "correct horse battery";

/** Runs the example until the test is done. */
async function withBot(url: string, token: string, run: () => Promise<void>): Promise<void> {
  const env = { ...process.env, GUERIDON_TOKEN: token };
  const bot = spawn("python3", [BOT, url, "abyss"], { env, stdio: "ignore" });
  try {
    await run();
  } finally {
    const ended = once(bot, "exit");
    bot.kill();
    await ended;
  }
}

for (const [language, words] of [
  ["EN", "Plays any move."],
  ["FR", "Joue au hasard."],
] as const) {
  test(`a table is opened against a program, which plays: ${language}`, async ({
    people,
    api,
    server,
  }) => {
    const owner = await api.registered(`Ada ${language}`, PASSWORD);
    const name = `Pascaline ${language}`;
    const ada = await people.come({ as: owner, language });
    await ada.goTo("/account");
    await ada.page.getByLabel(ada.said("programs.own.name")).fill(name);
    await ada.button("programs.own.make").click();
    const secret = ada.page.getByLabel(ada.said("programs.own.secret"));
    await expect(secret).toBeVisible();
    await expectAccessible(ada.page, "one's own programs");
    await withBot(server.url, await secret.inputValue(), async () => {
      const bo = await people.come({ language });
      await trackComposed(bo);
      await bo.goTo("/new?game=abyss");
      // It does not play without a clock.
      await bo.page.getByText(bo.said("newTable.more"), { exact: true }).click();
      await bo.page.getByLabel(bo.said("newTable.form.clocks.live")).check();
      const line = bo.page.locator("gueridon-ready-programs li", { hasText: name });
      await expect(line).toContainText(words);
      const owned = bo.said("players.standing.programOf", { owner: owner.name });
      await expect(line).toContainText(owned);
      const choose = line.getByRole("button");
      await choose.click();
      await expect(choose).toHaveAttribute("aria-pressed", "true");
      await expectAccessible(bo.page, "the programs at a new table");
      await bo.button("newTable.open").click();
      await expect(gameElement(bo)).toBeVisible();
      await expect(bo.page.locator("gueridon-seats")).toContainText(owned);
      const random = new Random(7);
      const before = (await boardState(bo)).seq;
      for (let click = 0; click < 6; click += 1) {
        if ((await whoseTurn([bo])) === null) break;
        await clickSomething(bo, random);
      }
      await expect
        .poll(async () => (await api.table(idOf(bo.page.url()), playerOf(bo))).seq)
        .toBeGreaterThan(before + 2);
    });
  });
}

/** The id of a table in an address. */
function idOf(address: string): string {
  return new URL(address).pathname.split("/").at(-1) ?? "";
}

// The generic table, with the example modules, which bring no board of their own: hands that are
// hidden are counted, the prompt stands once, and nothing is too wide.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { longIf } from "./support/long.ts";
import { clickSomething, gameElement, trackComposed, whoseTurn } from "./support/play.ts";
import { Random } from "./support/random.ts";
import { overflow, rawKeys, strangeWords, textOf } from "./support/seen.ts";
import { ROOT, Server, moduleFile } from "./support/server.ts";
import { expect, test as base } from "./support/test.ts";

const test = base.extend<object, { examples: Server }>({
  examples: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "gueridon-morris-"));
      const places = [`BUILD=${join(folder, "build")}`, `MODULES=${folder}`];
      execFileSync("make", ["-C", join(ROOT, "examples/modules/nine-mens-morris"), ...places]);
      const others = {
        crazyeights: moduleFile("crazyeights"),
        morris: join(folder, "morris.so"),
      };
      const server = await Server.start({ others });
      await use(server);
      await server.stop();
      rmSync(folder, { recursive: true });
    },
    { scope: "worker" },
  ],
});

/** How many steps are played: by then a card was drawn, and a man moved or taken. */
const STEPS = 12;

const WINDOWS = [
  { width: 1280, hasTouch: false, language: "EN", hand: ["Cards in hand", /^\s*\d+\s+hidden/] },
  { width: 360, hasTouch: true, language: "FR", hand: ["Cartes en main", /^\s*\d+\s+face cachée/] },
] as const;

/** How often a sentence stands on the page, alone or at the end of another; steps may begin with it. */
async function countOf(page: Page, sentence: string): Promise<number> {
  return (await textOf(page)).split("\n").filter((line) => line.endsWith(sentence)).length;
}

for (const [place, game] of ["crazyeights", "morris"].entries()) {
  for (const [turn, window] of WINDOWS.entries()) {
    const {
      hand: [caption, counted],
      ...seen
    } = window;
    const what = `${game} is played on the generic table, ${seen.width} pixels wide`;
    test(what, longIf(place === turn), async ({ people, examples }) => {
      const api = new Api(examples.url);
      const as = await api.guest("Ada");
      const ada = await people.come({ ...seen, as, at: examples.url });
      const { page } = ada;
      const bots = game === "morris" ? 1 : 3;
      const table = await api.begin([as], game, { bots });
      await trackComposed(ada);
      await ada.goTo(`/tables/${table}`);
      await expect(gameElement(ada)).toHaveJSProperty("localName", "gueridon-generic");
      const random = new Random(seen.width);
      for (let step = 0; step < STEPS && (await whoseTurn([ada])); step += 1) {
        const prompt = await gameElement(ada).evaluate(
          (element) => (element as { table?: { prompt: string | null } } & Element).table?.prompt,
        );
        expect(prompt).toBeTruthy();
        // What a value of the view is called may be the same.
        const values = page
          .locator("gueridon-generic .facts")
          .getByText(prompt ?? "", { exact: true });
        const prompts = (await countOf(page, prompt ?? "")) - (await values.count());
        expect(prompts, `“${prompt ?? ""}” stands once`).toBe(1);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        if (game === "crazyeights") {
          // Of the hands of others the number of cards is told, and nothing else.
          const others = page.locator("gueridon-generic .others section");
          await expect(others).toHaveCount(bots);
          for (const other of await others.all()) {
            const hand = other.locator(".facts > div").filter({ hasText: caption });
            await expect(hand.locator("dd")).toHaveText(counted);
            await expect(other.locator(".chip")).toHaveCount(0);
          }
        }
        if (step === 0) await expectAccessible(page, `${game}, generic, ${seen.width}`);
        await clickSomething(ada, random);
      }
      const text = await textOf(page);
      expect.soft(rawKeys(text)).toEqual([]);
      expect.soft(strangeWords(text, seen.language)).toEqual([]);
      await expectAccessible(page, `${game}, generic, later, ${seen.width}`);
    });
  }
}

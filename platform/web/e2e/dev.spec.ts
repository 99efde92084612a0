// The page of `gueridon dev`, on a module with hidden hands: what each seat sees stands in a column of
// its own, and steps are pressed, taken back, gone to and refused.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expectAccessible } from "./support/axe.ts";
import { binary, moduleFile } from "./support/server.ts";
import { expect, test as base } from "./support/test.ts";

const SEATS = 3;

const test = base.extend<{ dev: string }>({
  /** The address of a table of an author, which ends with the test. */
  dev: async ({}, use) => {
    const table = ["--seats", String(SEATS), "--seed", "5"];
    const command = ["dev", "--module", moduleFile("crazyeights"), ...table];
    const child = spawn(binary(), command, { stdio: ["ignore", "pipe", "ignore"] });
    const [url] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    await use(url.trim());
    const ended = once(child, "exit");
    child.kill();
    await ended;
  },
});

test("an author sees every seat, presses a step, takes it back, goes to an entry and is refused", async ({
  dev,
  people,
}) => {
  const { page, errors } = await people.come({ as: null, at: dev });
  await page.goto(dev);
  const columns = page.locator("#columns > article");
  await expect(columns).toHaveCount(SEATS + 2);
  const titles = ["All-seeing eyes", "Seat 0", "Seat 1", "Seat 2", "The public"];
  for (const [place, title] of titles.entries()) {
    await expect(columns.nth(place)).toHaveAttribute("aria-label", title);
  }
  const where = page.locator("#where");
  await expect(where).toContainText("after entry 0 of 0");
  // Of three hands a seat sees its own, the all-seeing eyes all, and the public none.
  const hand = /^hand: \[/;
  for (const [place, seen] of [SEATS, 1, 1, 1, 0].entries()) {
    const leaves = columns.nth(place).locator(".tree li:not(:has(ul))").filter({ hasText: hand });
    await expect(leaves, titles[place]).toHaveCount(seen);
  }
  await expectAccessible(page, "gueridon dev");

  // Only the seat that is to act has steps. What it presses is an entry, and marks what changed.
  const acting = page.locator("#columns > article.acts");
  await expect(acting).toHaveCount(1);
  const seat = await acting.getAttribute("aria-label");
  const steps = page.locator("#columns ul.steps button");
  await expect(acting.locator("ul.steps button")).toHaveCount(await steps.count());
  const step = steps.first();
  const sent = (await step.getAttribute("data-step")) ?? "";
  await step.click();
  await expect(where).toContainText("after entry 1 of 1");
  const log = page.locator("#log > li");
  await expect(log).toHaveCount(1);
  await expect(log.locator("code")).toHaveText(`${seat?.toLowerCase() ?? ""}: ${sent}`);
  await expect(columns.first().locator("mark").first()).toBeVisible();

  // Taken back it stays in the list, and can be gone to.
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(where).toContainText("after entry 0 of 1");
  await expect(log).toHaveClass("ahead");
  await expect(page.locator("#columns mark")).toHaveCount(0);
  await page.getByLabel("By chance to entry").fill("4");
  await page.getByRole("button", { name: "Play on" }).click();
  await expect(where).toContainText("after entry 4 of 4");
  await page.getByRole("button", { name: "Go to entry 2", exact: true }).click();
  await expect(where).toContainText("after entry 2 of 4");
  await expect(page.getByRole("button", { name: "Go to entry 2", exact: true })).toHaveAttribute(
    "aria-current",
    "step",
  );

  // A step as JSON that the rules refuse is answered with the code, in the language of the words, and
  // changes nothing; what is no JSON is not sent.
  const column = page.locator("#columns > article.acts");
  const answer = page.locator("#answer");
  const written = column.locator("textarea");
  const attempt = async (text: string) => {
    await written.fill(text);
    await column.getByRole("button", { name: "Try" }).click();
  };
  await column.getByText("Another step").click();
  await attempt('{"pass": "YES"}');
  await expect(answer).toHaveText(/^Refused: Draw first.* \(DRAW_FIRST(, rule .+)?\)$/);
  await page.getByLabel("Words in").selectOption("FR");
  await attempt('{"pass": "YES"}');
  await expect(answer).toHaveText(/^Refused: .*pioche.* \(DRAW_FIRST(, rule .+)?\)$/i);
  await attempt('{"fly": 1}');
  await expect(answer).toContainText("fly");
  await attempt("pass");
  await expect(answer).toContainText("That is no JSON");
  await expect(where).toContainText("after entry 2 of 4");
  await expectAccessible(page, "gueridon dev, a refused step");
  // The browser notes the three that were sent and refused, and nothing else.
  const noted = errors as string[];
  expect(noted).toHaveLength(3);
  for (const error of noted) expect(error).toMatch(/status of 422 .*\/act\)$/);
  noted.length = 0;
});

// Learning a game: what the lobby and the page of a game say of it, its terms, and a first game that
// is begun in the lobby and played by what can be pressed.
import type { Locator } from "@playwright/test";
import { readLearning, type Learning } from "../src/learning/learning.ts";
import { expectAccessible } from "./support/axe.ts";
import { longIf } from "./support/long.ts";
import type { Person } from "./support/people.ts";
import {
  boardState,
  clickSomething,
  gameElement,
  trackComposed,
  whoseTurn,
} from "./support/play.ts";
import { Random } from "./support/random.ts";
import { overflow, rawKeys, strangeWords, textOf } from "./support/seen.ts";
import { GAMES, type GameId } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

/** The windows in which games are learned. */
const WINDOWS = [
  { width: 1280, hasTouch: false, language: "EN" },
  { width: 360, hasTouch: true, language: "FR" },
] as const;

/** What a game brings, from the server. */
async function learningOf({ page }: Person, game: GameId): Promise<Learning> {
  const answer = await page.request.get(`/games/${game}.learning.json`);
  return readLearning(await answer.json());
}

/** The game in the lobby's list. */
function inLobby({ page }: Person, learning: Learning, language: "EN" | "FR"): Locator {
  const [what] = learning.summary;
  return page.locator("gueridon-games li.panel").filter({ hasText: what?.[language] ?? "" });
}

async function expectGood(person: Person, what: string): Promise<void> {
  const text = await textOf(person.page);
  expect.soft(rawKeys(text), `${what}: keys in place of words`).toEqual([]);
  expect.soft(strangeWords(text, person.language), `${what}: the other language`).toEqual([]);
  expect.soft(await overflow(person.page), `${what}: too wide`).toBeLessThanOrEqual(0);
  await expectAccessible(person.page, what);
}

for (const [place, game] of GAMES.entries()) {
  for (const [turn, seen] of WINDOWS.entries()) {
    // Each game has one in the wide window and the other in the narrow one.
    const isRepeated = (place + turn) % 2 > 0;
    const onePage = `how ${game} is played is on one page, ${seen.width} pixels wide`;
    test(onePage, longIf(isRepeated), async ({ people }) => {
      const passerBy = await people.come({ as: null, ...seen });
      await passerBy.goTo("/");
      const learning = await learningOf(passerBy, game);
      const listed = inLobby(passerBy, learning, seen.language);
      await expect(listed.locator("img.picture")).toHaveJSProperty("complete", true);
      expect(
        await listed.locator("img.picture").evaluate((one: HTMLImageElement) => one.naturalWidth),
      ).toBeGreaterThan(0);
      await expect(listed.locator(".facts li")).toHaveCount(3);
      await listed.getByRole("link", { name: passerBy.said("learning.howToPlay") }).click();
      await expect(passerBy.page).toHaveURL(`/learn/${game}`);
      await expect(passerBy.page.getByRole("heading", { level: 1 })).toBeVisible();
      for (const { heading } of learning.howToPlay) {
        const words = heading[seen.language];
        await expect(
          passerBy.page.getByRole("heading", { level: 3, name: words, exact: true }),
        ).toBeVisible();
      }
      // Every card has a face of the game's own, with something in it.
      const faces = passerBy.page.locator(`gueridon-${game}-card`);
      await expect(faces).toHaveCount(learning.howToPlay.flatMap(({ cards }) => cards).length);
      for (const face of await faces.all()) {
        const size = await face.evaluate(
          ({ offsetHeight, offsetWidth, shadowRoot }: HTMLElement) => ({
            offsetHeight,
            offsetWidth,
            text: shadowRoot?.textContent.trim() ?? "",
          }),
        );
        expect(Math.min(size.offsetHeight, size.offsetWidth)).toBeGreaterThan(40);
        expect(size.text).not.toBe("");
      }
      await expect(passerBy.page.locator("dl dt").first()).toBeVisible();

      // The table of contents leads to every part: beside it where there is room, or folded above.
      const contents = passerBy.page.getByRole("navigation", {
        name: passerBy.said("learning.contents"),
      });
      const fold = contents.locator("summary");
      expect(await fold.count()).toBe(seen.width < 992 ? 1 : 0);
      if ((await fold.count()) > 0) await fold.click();
      const last = learning.howToPlay.at(-1)?.heading[seen.language] ?? "";
      await contents.getByRole("link", { name: last, exact: true }).click();
      const heading = passerBy.page.getByRole("heading", { level: 3, name: last, exact: true });
      await expect(heading).toBeFocused();
      await expect(heading).toBeInViewport();
      if (seen.width >= 992) await expect(contents).toBeInViewport();
      await expectGood(passerBy, `how ${game} is played, ${seen.width}`);

      const term = passerBy.page.locator("gueridon-learn .term").first();
      const tip = passerBy.page.locator("gueridon-term-tip .tip");
      await expect(tip).toBeHidden();
      if (seen.hasTouch) await term.tap();
      else await term.hover();
      await expect(tip).toBeVisible();
      const key = (await term.getAttribute("data-term")) ?? "";
      const explained = learning.glossary.find((one) => one.key === key);
      await expect(tip).toContainText(explained?.text[seen.language] ?? "nothing");
      expect(await overflow(passerBy.page)).toBeLessThanOrEqual(0);
      await passerBy.page.keyboard.press("Escape");
      await expect(tip).toBeHidden();
      await term.focus();
      await passerBy.page.keyboard.press("Tab");
      await expect(tip).toBeVisible();

      // A term that has the focus is pressed like a button, and its page does not scroll for it.
      const focused = passerBy.page.locator("gueridon-learn .term:focus");
      const explanation = await focused.getAttribute("aria-description");
      for (const key of ["Enter", "Space"]) {
        await passerBy.page.keyboard.press("Escape");
        await expect(tip).toBeHidden();
        const top = await passerBy.page.evaluate(() => scrollY);
        await passerBy.page.keyboard.press(key);
        await expect(tip).toBeVisible();
        await expect(tip).toContainText(explanation ?? "nothing");
        expect(await passerBy.page.evaluate(() => scrollY), key).toBe(top);
      }
    });

    const begun = `a first game of ${game} is begun and explained, ${seen.width} pixels wide`;
    test(begun, longIf(!isRepeated), async ({ people }) => {
      const random = new Random(seen.width);
      const ada = await people.come({ name: "Ada", ...seen });
      await trackComposed(ada);
      await ada.goTo("/");
      const learning = await learningOf(ada, game);
      const { firstGame } = learning;
      if (!firstGame) throw new Error(`${game} has no first game`);
      await inLobby(ada, learning, seen.language)
        .getByRole("button", { name: ada.said("firstGame.begin") })
        .click();
      const coach = ada.page.locator("gueridon-coach");
      const words = coach.getByRole("status");
      const said = new Set<string>();
      const unmarked: string[] = [];
      await expect(coach).toBeVisible();
      await expect(gameElement(ada)).toBeVisible();
      await expectGood(ada, `${game}, coach, ${seen.width}`);

      /** Notes what the coach says, and whether it points at something. */
      const listen = async () => {
        const text = ((await words.textContent()) ?? "").trim();
        const step = firstGame.steps.find(({ say }) => say[seen.language] === text);
        if (!step || said.has(step.id)) return step !== undefined;
        said.add(step.id);
        if (step.point.length > 0 && (await gameElement(ada).isVisible())) {
          const found = gameElement(ada).locator("[data-pointed-at]");
          await expect
            .poll(() => found.count())
            .toBeGreaterThan(0)
            .catch(() => unmarked.push(step.id));
        }
        return true;
      };
      const isEnough = async () => said.size >= 7 && (await boardState(ada)).seq >= 6;
      for (let clicks = 0; !(await isEnough()) && clicks < 150; clicks += 1) {
        // What the coach says stays when its moment has passed, so it is heard while nothing changes.
        if (!(await whoseTurn([ada]))) break;
        if (await listen()) {
          await coach.getByRole("button", { name: ada.said("firstGame.understood") }).click();
          continue;
        }
        await clickSomething(ada, random);
      }
      expect([...said][0]).toBe("welcome");
      expect(said.size, [...said].join(", ")).toBeGreaterThanOrEqual(7);
      expect(unmarked, "pointed at nothing").toEqual([]);
      await expectGood(ada, `${game}, first game, ${seen.width}`);

      // It goes on where it was after a reload, and says nothing twice.
      await ada.page.reload();
      await expect(coach.getByText(ada.said("firstGame.before"))).toBeVisible();
      const now = ((await words.textContent()) ?? "").trim();
      const again = firstGame.steps.find(({ say }) => say[seen.language] === now);
      expect([...said]).not.toContain(again?.id);
      await coach.getByRole("button", { name: ada.said("firstGame.end") }).click();
      await expect(words).toHaveText(ada.said("firstGame.ended"));

      // The terms of the game are underlined in the log, and explained there.
      if (seen.hasTouch) {
        await ada.page.getByRole("tab", { name: ada.said("table.panels.log") }).click();
      }
      const term = ada.page.locator("gueridon-log .term").first();
      await (seen.hasTouch ? term.tap() : term.hover());
      await expect(ada.page.locator("gueridon-term-tip .tip")).toBeVisible();
    });
  }
}

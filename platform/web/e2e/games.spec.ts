// Whole games, played by pressing whatever the page offers.
import type { TableElement } from "@gueridon/element";
import type { Table } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { pressSomething } from "./support/keys.ts";
import { IS_LONG } from "./support/long.ts";
import { playerOf, type Person } from "./support/people.ts";
import {
  clickSomething,
  playByClicking,
  gameElement,
  trackComposed,
  playOnce,
  playToTheEnd,
  whoseTurn,
} from "./support/play.ts";
import { Random } from "./support/random.ts";
import { overflow } from "./support/seen.ts";
import { GAMES, type GameId } from "./support/server.ts";
import { expect, test } from "./support/test.ts";
import { saidLike } from "./support/words.ts";

/** Expects the page to show the same result as the API. */
async function expectResult(person: Person, { result, seats }: Table): Promise<void> {
  if (!result) throw new Error("the game has no result");
  const lines = result.seats
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ seat, rank, points }) => {
      const words = person.said("table.seats.points_other", { count: points });
      const one = person.said("table.seats.points_one", { count: points });
      const name = seats[seat]?.name ?? "";
      // Before the name stands the picture that is drawn from it, with its initials.
      return new RegExp(`^\\s*${rank}\\.\\s*\\S{1,2}\\s+${name}\\s*(${words}|${one})\\s*$`);
    });
  await expect(person.page.locator("gueridon-result ol").getByRole("listitem")).toHaveText(lines);
  const pad = person.page.locator("gueridon-result gueridon-score");
  await expect(pad.getByText(person.said("table.score.final"))).toBeVisible();
  const sums = seats.map(({ number }) => result.seats.find(({ seat }) => seat === number)?.points);
  await expect(pad.locator(".sum td")).toHaveText(sums.map(String));
}

for (const [number, game] of GAMES.entries()) {
  // Its rest is played with the buttons of the page in the long form, and otherwise without them.
  test(`two browsers play a game of ${game} to its end, with a reload and a lost connection`, async ({
    people,
    api,
  }) => {
    const random = new Random(number + 1);
    const ada = await people.come({ name: "Ada", hasLine: true });
    const basile = await people.come({ name: "Basile", language: "FR", hasLine: true });
    const players = [ada, basile];
    const table = await api.begin([playerOf(ada), playerOf(basile)], game);
    for (const player of players) {
      await trackComposed(player);
      await player.goTo(`/tables/${table}`);
    }
    await playByClicking(players, random, IS_LONG ? 30 : 12);

    // The active player reloads, perhaps in the middle of a composed move.
    const reloading = await whoseTurn(players);
    if (!reloading) throw new Error("the game is over too soon");
    await reloading.page.reload();
    await expect(gameElement(reloading)).toBeVisible();

    // The other player loses the connection, and the game goes on.
    const active = await whoseTurn(players);
    const away = players.find((player) => player !== active);
    if (!active || !away) throw new Error("the game is over too soon");
    away.line?.cut();
    await expect(away.page.getByText(away.said("connection.lost"))).toBeVisible();
    await playOnce(active, random);
    away.line?.mend();
    await expect(away.page.getByText(away.said("connection.lost"))).toBeHidden();
    const missed = ["history.missed_one", "history.missed_other"].map((key) =>
      saidLike(away.language, key),
    );
    await expect(
      away.page.getByText(new RegExp(missed.map((one) => one.source).join("|"))).first(),
    ).toBeVisible();

    if (IS_LONG) await playToTheEnd(players, random);
    else await api.playOn(table, players.map(playerOf), random);
    const end = await api.table(table);
    expect(end.status).toBe("OVER");
    for (const player of players) await expectResult(player, end);
  });
}

/** The questions that every game on its own board asks: by chance, Astoria may end in its first round. */
const BOARDS = {
  abyss: ["ACT", "TAKE_OR_REVEAL"],
  allegeance: ["CHOOSE_OATH", "ACT", "DISCARD_CARDS"],
  astoria: ["ACT"],
} as const;

/** How they are played: by pointer, by touch in a narrow window, and by keyboard in both. */
const WAYS = {
  pointer: { width: 1280, hasTouch: false, language: "EN" },
  touch: { width: 360, hasTouch: true, language: "FR" },
  keyboard: { width: 1280, hasTouch: false, language: "FR" },
} as const;

/** What leads to the end of a game, so that it has no more choices than it needs. */
const ENDING = {
  abyss: /recruit|pay|takeStack|takeAlly|decline|endTurn/,
  allegeance: /endTurn|refill|decline|allow|keepOath/,
  astoria: /endTurn|decline|strike/,
} as const;

/** After so many choices by keyboard the window becomes narrow, as if somebody had enlarged the page. */
const ENLARGED_AFTER = 20;

/** A whole game: how it is played, against how many bots, and whether straight to its end. */
interface Tour {
  readonly game: GameId;
  readonly way: keyof typeof WAYS;
  readonly bots: number;
  readonly isShort: boolean;
}

/** How many choices are made in the page; in the long form, all. */
const ENOUGH_CHOICES = 50;

/** Each game in a way of its own. */
const SHORT: readonly Tour[] = [
  { game: "abyss", way: "pointer", bots: 1, isShort: true },
  { game: "allegeance", way: "touch", bots: 1, isShort: true },
  { game: "astoria", way: "keyboard", bots: 1, isShort: true },
];

/**
 * Each game in every way. By keyboard, which is slow, they have no more choices than they need; Abyss,
 * whose games are longest, is not played to its end so.
 */
const LONG: readonly Tour[] = GAMES.flatMap((game): readonly Tour[] => [
  { game, way: "pointer", bots: 3, isShort: false },
  { game, way: "touch", bots: 3, isShort: false },
  ...(game === "abyss" ? [] : [{ game, way: "keyboard", bots: 1, isShort: true } as const]),
]);

for (const { game, way, bots, isShort } of IS_LONG ? LONG : SHORT) {
  test(`a game of ${game} is played on its own board by ${way}, by what can be seen`, async ({
    people,
    api,
  }) => {
    const random = new Random(Object.keys(WAYS).indexOf(way) + 1);
    const seen = WAYS[way];
    const ada = await people.come({ name: "Ada", ...seen });
    const options = game === "abyss" ? { kraken: true } : {};
    const table = await api.begin([playerOf(ada)], game, { bots, options });
    await trackComposed(ada);
    await ada.goTo(`/tables/${table}`);
    const board = ada.page.locator(`gueridon-${game}`);
    const ending = isShort ? ENDING[game] : undefined;
    const questions = new Set<string>();
    for (let choice = 0; await whoseTurn([ada]); choice += 1) {
      if (!IS_LONG && choice === ENOUGH_CHOICES) {
        await api.playOn(table, [playerOf(ada)], random);
        break;
      }
      await expect(board).toBeVisible();
      const question = await board.evaluate(
        (element) => ((element as TableElement).view as { readonly question: string }).question,
      );
      // What axe finds of a question it finds in every way of playing, and on recorded boards as well.
      if (IS_LONG && way !== "keyboard" && !questions.has(question)) {
        await expectAccessible(ada.page, `${game}, ${question}, ${seen.width}`);
      }
      questions.add(question);
      if (way === "keyboard" && choice === ENLARGED_AFTER) {
        await ada.page.setViewportSize({ width: 360, height: 780 });
      }
      if (way === "keyboard") await pressSomething(ada, random, ENDING[game]);
      else await clickSomething(ada, random, ending);
      expect(await overflow(ada.page), question).toBeLessThanOrEqual(0);
    }
    const end = await api.table(table, playerOf(ada), seen.language);
    expect(end.status).toBe("OVER");
    await expectResult(ada, end);
    await expectAccessible(ada.page, `${game}, over, ${seen.width}`);
    for (const question of BOARDS[game]) expect(questions).toContain(question);
  });
}

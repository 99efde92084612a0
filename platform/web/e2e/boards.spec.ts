// Boards in recorded positions, in both languages and at both sizes: nothing overlaps, nothing is
// cut, what has to be seen together is in sight, and axe finds nothing serious in any question.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { LegalMove, TableElement } from "@gueridon/element";
import { expectAccessible } from "./support/axe.ts";
import { boxFaults, outOfSight } from "./support/boxes.ts";
import { IS_LONG, longIf } from "./support/long.ts";
import { playerOf } from "./support/people.ts";
import { gameElement } from "./support/play.ts";
import { GAMES, type GameId } from "./support/server.ts";
import { expect, test } from "./support/test.ts";
import { LANGUAGES } from "./support/words.ts";

/** How many sit at a full table, and what everybody has to see there at once. */
const BOARDS: Readonly<
  Record<
    GameId,
    { readonly most: number; readonly players: string; readonly parts: readonly string[] }
  >
> = {
  abyss: {
    most: 4,
    players: "players",
    parts: [".court", ".locations", ".track", ".council", ".threat", ".side", ".panel", ".own"],
  },
  allegeance: {
    most: 4,
    players: "players",
    parts: [".supplies", ".banner", ".side", ".stack", ".panel", ".own-cards"],
  },
  astoria: {
    most: 6,
    players: "mages",
    parts: [".tracks", ".market", ".piles", ".field", ".room", ".mage", ".panel", ".own"],
  },
};

/** Names as people have them. */
const NAMES = ["Ada", "Basile", "Constance", "Domitille", "Eusèbe", "Marie-Flore"];

const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 360, height: 780 },
] as const;

interface Position {
  readonly seat: number | null;
  readonly prompt: string | null;
  readonly view: Readonly<Record<string, unknown>> & {
    readonly toAct: readonly number[];
    readonly question: string;
  };
  readonly score: unknown;
  readonly moves: readonly LegalMove[];
  readonly french: { readonly prompt: string | null; readonly words: readonly string[] };
}

/** How many positions are measured of each number of players: those recorded first show the most. */
const ENOUGH = 8;

/** Recorded positions with so many players. */
function positionsOf(game: GameId, seats: number): readonly Position[] {
  const file = join(import.meta.dirname, "../../../games", game, "web/tests/positions.json");
  const positions = JSON.parse(readFileSync(file, "utf8")) as readonly Position[];
  const sides = ({ view }: Position) => view[BOARDS[game].players] as readonly unknown[];
  return positions.filter((position) => sides(position).length === seats);
}

/** Sets a position on the board of a page. */
async function show(
  page: Page,
  game: GameId,
  position: Position,
  seats: number,
  isFrench: boolean,
) {
  const { view, seat, score, french } = position;
  const moves = position.moves.map(({ move, words }, place) => ({
    move,
    words: isFrench ? (french.words[place] ?? words) : words,
  }));
  const prompt = isFrench ? french.prompt : position.prompt;
  const names = NAMES.slice(0, seats);
  await page.locator(`gueridon-${game}`).evaluate(
    async (element, now) => {
      const board = element as TableElement & { readonly updateComplete: Promise<boolean> };
      const { table } = board;
      Object.assign(board, now, {
        table: {
          ...table,
          seq: table.seq + 1,
          since: (table.since ?? 0) + 1,
          prompt: now.prompt,
          seat: now.seat,
          seats: now.names.map((name, number) => ({
            number,
            name,
            condition: "PLAYING",
            toAct: now.view.toAct.includes(number),
          })),
        },
      });
      await board.updateComplete;
    },
    { view, seat, score, moves, prompt, names },
  );
}

for (const game of GAMES) {
  for (const language of LANGUAGES) {
    const title = `on the board of ${game} nothing overlaps or is cut, and all that matters is in sight`;
    // French is the longer one.
    test(`${title} (${language})`, longIf(language === "EN"), async ({ people, api }) => {
      const { most, parts } = BOARDS[game];
      const ada = await people.come({ name: NAMES[0] ?? "", language });
      const others = await Promise.all(NAMES.slice(1, most).map((name) => api.guest(name)));
      const table = await api.begin([playerOf(ada), ...others], game);
      await ada.goTo(`/tables/${table}`);
      const board = gameElement(ada);
      await expect(board).toBeVisible();
      await ada.page.evaluate(() => document.fonts.ready);
      const measured = [most, 2].flatMap((seats) =>
        positionsOf(game, seats)
          .slice(0, ENOUGH)
          .map((position, place) => ({ seats, position, place })),
      );
      const questions = [...new Set(measured.map(({ position }) => position.view.question))];
      for (const [turn, window] of WINDOWS.entries()) {
        await ada.page.setViewportSize(window);
        // Axe reads each question once in one window or the other; in the long form once in both.
        const unread = new Set(questions.filter((_, place) => IS_LONG || place % 2 === turn));
        for (const { seats, position, place } of measured) {
          await show(ada.page, game, position, seats, language === "FR");
          const what = `position ${place}, ${seats} players, ${window.width} pixels`;
          expect.soft(await boxFaults(board), what).toEqual([]);
          const { question } = position.view;
          if (unread.delete(question)) {
            await expectAccessible(ada.page, `${game}, ${question}, ${window.width}`);
          }
          if (position.moves.length === 0 || position.seat === null) continue;
          if (window.width > 1000) {
            expect.soft(await outOfSight(board, parts, { isScrolled: false }), what).toEqual([]);
          } else {
            // What is to be decided, one's cards, and room for the part of the board that it is about.
            expect
              .soft(await outOfSight(board, [".panel", ".dock"], { isScrolled: true }), what)
              .toEqual([]);
            const share = await board.evaluate(
              (host) =>
                (host.shadowRoot?.querySelector(".dock")?.getBoundingClientRect().height ?? 0) /
                innerHeight,
            );
            expect.soft(share, `${what}: the dock's share of the window`).toBeLessThan(0.6);
          }
        }
      }
      // Without scrolling, however much there is of anything.
      await ada.page.setViewportSize(WINDOWS[0]);
      for (let seats = 2; seats <= most; seats += 1) {
        for (const [place, position] of positionsOf(game, seats).entries()) {
          if (position.moves.length === 0 || position.seat === null) continue;
          await show(ada.page, game, position, seats, language === "FR");
          const what = `position ${place}, ${seats} players`;
          expect.soft(await outOfSight(board, parts, { isScrolled: false }), what).toEqual([]);
        }
      }
    });
  }
}

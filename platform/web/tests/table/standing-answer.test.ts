// Declining until one's turn, or for the whole game.
import { beforeEach, expect, test, vi } from "vitest";
import type { LiveTableFragment } from "../../src/api/generated.ts";
import type { PlayController } from "../../src/table/play-controller.ts";
import { StandingAnswer } from "../../src/table/standing-answer.ts";
import type { TableFeed } from "../../src/table/table-feed.ts";
import { host } from "../support/host.ts";

const BUY = { move: { agora: { buy: "YES" } }, words: "Buy", declines: false };
const PASS = { move: { agora: { pass: "YES" } }, words: "Pass", declines: true };

const play = vi.fn(() => Promise.resolve());
let live: { id: string; table: LiveTableFragment | null };

function answerAt(id: string): StandingAnswer {
  live = { id, table: null };
  const controller = { isBusy: false, play } as unknown as PlayController;
  return new StandingAnswer(host, live as unknown as TableFeed, controller);
}

/** Shows the table with a question for the visitor. */
function show(answer: StandingAnswer, since: number, moves: readonly object[], more: object = {}) {
  const seats = [{ number: 0, condition: "PLAYING" }];
  const rest = { status: "PLAYING", seat: 0, toAct: [0], proposal: null };
  live.table = { ...rest, seats, since, moves, ...more } as unknown as LiveTableFragment;
  answer.hostUpdated();
}

beforeEach(() => {
  localStorage.clear();
  play.mockClear();
});

test("each question is declined once, until the visitor's turn comes", () => {
  const answer = answerAt("t");
  show(answer, 1, [BUY, PASS]);
  expect(play).not.toHaveBeenCalled();
  answer.decline("turn");
  show(answer, 1, [BUY, PASS]);
  show(answer, 1, [BUY, PASS]);
  expect(play.mock.calls).toEqual([[[PASS.move]]]);
  show(answer, 2, [BUY, PASS]);
  expect(play).toHaveBeenCalledTimes(2);
  show(answer, 3, [BUY]);
  expect(answer.until).toBeNull();
  show(answer, 4, [BUY, PASS]);
  expect(play).toHaveBeenCalledTimes(2);
});

test("what is declined for the whole game outlasts turns and a reload, and ends with the game", () => {
  answerAt("t").decline("game");
  const again = answerAt("t");
  expect(again.until).toBe("game");
  show(again, 1, [BUY]);
  show(again, 2, [BUY, PASS]);
  expect(play).toHaveBeenCalledTimes(1);
  expect(answerAt("other").until).toBeNull();
  const last = answerAt("t");
  show(last, 3, [], { status: "OVER" });
  expect(last.until).toBeNull();
});

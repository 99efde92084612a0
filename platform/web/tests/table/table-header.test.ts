// The head of a table: whose turn it is, and who is only asked.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LiveTableFragment } from "../../src/api/generated.ts";
import { $language } from "../../src/preferences/preferences.ts";
import { TableHeader } from "../../src/table/table-header.ts";

const MOVES = [{ move: { agora: { buy: "YES" } }, words: "Buy", declines: false }];
const DECLINE = { move: { agora: { pass: "YES" } }, words: "Decline", declines: true };

let header: TableHeader;

const TABLE = { game: { title: "Agora" }, status: "PLAYING", stoppedReason: null, seq: 4 };

async function promptOf(moves: readonly object[], isReplay = false) {
  header.table = {
    ...TABLE,
    seat: 0,
    toAct: [0],
    seats: [],
    spectators: 0,
    isPaused: false,
    prompt: "Buy it?",
    moves,
  } as unknown as LiveTableFragment;
  header.now ??= header.table;
  header.isReplay = isReplay;
  await header.updateComplete;
  const prompt = header.renderRoot.querySelector(".prompt")?.textContent ?? "";
  return prompt.replaceAll(/\s+/g, " ").trim();
}

beforeEach(() => {
  $language.set("EN");
  header = new TableHeader();
  document.body.append(header);
});

afterEach(() => {
  header.remove();
});

test("whoever is to play is told that it is their turn", async () => {
  expect(await promptOf(MOVES)).toBe("▶ Your turn – Buy it?");
});

test("whoever may let pass what another does is told that they are asked", async () => {
  expect(await promptOf([...MOVES, DECLINE])).toBe("▶ A question for you – Buy it?");
});

test("what the board says is not seen here as well, but announced", async () => {
  header.isSaidBelow = true;
  expect(await promptOf(MOVES)).toBe("▶ Your turn – Buy it?");
  const hidden = [...header.renderRoot.querySelectorAll(".prompt > .visually-hidden")];
  expect(hidden.map(({ textContent }) => textContent.trim())).toEqual(["–", "Buy it?"]);
});

test("in a replay nobody is asked", async () => {
  expect(await promptOf([], true)).toBe("Buy it?");
});

test("in a replay of a finished game the badge says that it is finished", async () => {
  header.now = { ...TABLE, status: "OVER", seat: 0 } as unknown as LiveTableFragment;
  expect(await promptOf([], true)).toBe("Buy it?");
  const badges = [...header.renderRoot.querySelectorAll(".badge")];
  expect(badges.map(({ textContent }) => textContent)).toEqual(["Over"]);
});

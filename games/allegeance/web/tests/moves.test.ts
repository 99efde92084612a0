// Every legal step can be sent, from the board and from the action panel, and nothing else.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildASTSchema, concatAST, isInputObjectType, parse } from "graphql";
import { expect, test } from "vitest";
import { all, offers, one, positions, reached, stage } from "./stage.ts";

const key = (move: unknown) => JSON.stringify(move);

/** What is chosen from: places of the board, or buttons of the panel. */
const BOARD = ".act";
const PANEL = ".bar .do";

const PLACED = positions.map((position, place) => ({ place, position }));

test.each(PLACED)(
  "the panel of position $place reaches exactly its steps, with their words",
  async ({ position }) => {
    const sent = await reached(await stage.show(position), PANEL);
    expect([...sent.keys()].sort()).toEqual(position.moves.map(({ move }) => key(move)).sort());
    for (const { move, words } of position.moves) {
      expect(sent.get(key(move))?.startsWith(words)).toBe(true);
    }
  },
);

test.each(PLACED)(
  "the board of position $place reaches every step that has a place",
  async ({ position }) => {
    const sent = await reached(await stage.show(position), BOARD);
    const legal = new Set(position.moves.map(({ move }) => key(move)));
    for (const move of sent.keys()) expect(legal).toContain(move);
    // How many cards of a stack are discarded is said in the panel.
    const placeless =
      /"(crush|draw|decline|cancel|allow|endTurn|refill|protect|foresee|extraPlay)":/;
    const missed = [...legal].filter((move) => !sent.has(move) && !placeless.test(move));
    expect(missed).toEqual([]);
  },
);

test("every kind of step of the SDL is met in the recorded positions", () => {
  const folder = join(import.meta.dirname, "../../../../schema");
  const documents = ["platform.graphql", "allegeance.graphql"].map((name) =>
    parse(readFileSync(join(folder, name), "utf8")),
  );
  const type = buildASTSchema(concatAST(documents)).getType("AllegeanceMove");
  if (!isInputObjectType(type)) throw new Error("the SDL has no steps");
  const met = new Set(
    positions.flatMap(({ moves }) =>
      moves.flatMap(({ move }) =>
        Object.keys((move as { readonly allegeance: object }).allegeance),
      ),
    ),
  );
  expect([...met].sort()).toEqual(Object.keys(type.getFields()).sort());
});

test("an unknown kind of step has a button in the action panel", async () => {
  const position = stage.find(offers("endTurn"));
  const moves = [
    { move: { allegeance: { dance: { partner: "valdyr" } } }, words: "Dance with Valdyr" },
    { move: { allegeance: "hum" }, words: "Hum" },
    { move: { allegeance: { keepOath: { oath: "nobodys" } } }, words: "Keep nobody's oath" },
  ];
  const table = await stage.show({ ...position, moves });
  expect([...(await reached(table, PANEL)).keys()]).toEqual(moves.map(({ move }) => key(move)));
});

test("nothing is sent while another step is being sent, or in a replay", async () => {
  const table = await stage.show(stage.find(offers("play")));
  table.isBusy = true;
  await table.updateComplete;
  expect((await reached(table, PANEL)).size).toBe(0);
  expect((await reached(table, BOARD)).size).toBe(0);
  table.isBusy = false;
  table.table = { ...table.table, isReplay: true };
  await table.updateComplete;
  expect((await reached(table, PANEL)).size).toBe(0);
});

test("what was chosen on the way to a step is taken back, and forgotten with the question", async () => {
  const position = stage.find(
    ({ moves, view }) =>
      view.question === "ACT" &&
      moves.filter(({ move }) => key(move).includes("exhume")).length > 1,
  );
  const table = await stage.show(position);
  const chosen = () => all(table, ".narrowed").map(({ textContent }) => textContent.trim());
  one(table, '.act[data-key="banner:fossoyeurs"]').click();
  await table.updateComplete;
  expect(chosen()).toEqual(["Gravediggers"]);
  expect(all(table, ".tray .act").length).toBeGreaterThan(1);
  one(table, '[data-key="back"]').click();
  await table.updateComplete;
  expect(chosen()).toEqual([]);
  one(table, '.act[data-key="banner:fossoyeurs"]').click();
  await table.updateComplete;
  table.table = stage.stateOf(position, 2, 1);
  await table.updateComplete;
  expect(chosen()).toEqual(["Gravediggers"]);
  table.table = stage.stateOf(position, 3, 3);
  await table.updateComplete;
  expect(chosen()).toEqual([]);
});

test("a power says its price in the panel, and so does a card that brings gems", async () => {
  const table = await stage.show(
    stage.find(
      ({ moves, view }) =>
        view.question === "ACT" && moves.some(({ move }) => key(move).includes("extraPlay")),
    ),
  );
  const words = all(table, PANEL).map((button) => button.textContent.replace(/\s+/g, " "));
  expect(words.some((one) => /Gain another play.*costs 2 gems/.test(one))).toBe(true);
});

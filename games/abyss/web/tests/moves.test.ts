// Every legal step can be sent, from the board and from the action panel, and nothing else.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildASTSchema, concatAST, isInputObjectType, parse } from "graphql";
import { expect, test } from "vitest";
import { all, offers, one, positions, reached, stage } from "./stage.ts";

const key = (move: unknown) => JSON.stringify(move);

/**
 * What is chosen from: places of the board, with what the panel asks about a place that was chosen,
 * or buttons of the panel alone.
 */
const BOARD = ".act, .crumbs ~ .bar .do";
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
    const placeless =
      /"(plot|decline|pay|payWithNebulis|endTurn|continueSearch|stopSearch|swapNebulis|inviteLord)":/;
    const missed = [...legal].filter((move) => !sent.has(move) && !placeless.test(move));
    expect(missed).toEqual([]);
  },
);

test("every kind of step of the SDL is met in the recorded positions, but for the rarest", () => {
  const folder = join(import.meta.dirname, "../../../../schema");
  const documents = ["platform.graphql", "abyss.graphql"].map((name) =>
    parse(readFileSync(join(folder, name), "utf8")),
  );
  const type = buildASTSchema(concatAST(documents)).getType("AbyssMove");
  if (!isInputObjectType(type)) throw new Error("the SDL has no steps");
  const met = new Set(
    positions.flatMap(({ moves }) =>
      moves.flatMap(({ move }) => Object.keys((move as { readonly abyss: object }).abyss)),
    ),
  );
  const rare = Object.keys(type.getFields()).filter((kind) => !met.has(kind));
  expect(rare.length).toBeLessThan(6);
});

test("a Key is used on its Lord, or beside the tokens", async () => {
  const position = stage.find(({ view, seat }) =>
    view.players.some(
      (one) => one.seat === seat && one.lords.some(({ place }) => place === "FREE"),
    ),
  );
  const own = position.view.players.find(({ seat }) => seat === position.seat);
  const lord = own?.lords.find(({ place }) => place === "FREE")?.lord ?? "";
  const moves = [
    { move: { abyss: { useLord: { lord } } }, words: "Use the Key of a Lord" },
    { move: { abyss: { useToken: "YES" } }, words: "Use a Key token" },
  ];
  const table = await stage.show({ ...position, moves });
  expect([...(await reached(table, ".own .act")).keys()].sort()).toEqual(
    moves.map(({ move }) => key(move)),
  );
});

test("an unknown kind of step has a button in the action panel", async () => {
  const position = stage.find(offers("explore"));
  const moves = [
    { move: { abyss: { dance: { partner: "kraken_4" } } }, words: "Dance with a Kraken" },
    { move: { abyss: "hum" }, words: "Hum" },
    { move: { abyss: { recruit: { lord: "nobody_yet" } } }, words: "Recruit: nobody yet" },
  ];
  const table = await stage.show({ ...position, moves });
  expect([...(await reached(table, PANEL)).keys()]).toEqual(moves.map(({ move }) => key(move)));
});

test("nothing is sent while another step is being sent, or in a replay", async () => {
  const table = await stage.show(stage.find(offers("explore")));
  table.isBusy = true;
  await table.updateComplete;
  expect((await reached(table, PANEL)).size).toBe(0);
  expect((await reached(table, BOARD)).size).toBe(0);
  table.isBusy = false;
  table.table = { ...table.table, isReplay: true };
  await table.updateComplete;
  expect((await reached(table, PANEL)).size).toBe(0);
});

test("a Lord says its price, what it brings and what it does before it is recruited", async () => {
  const position = stage.find(offers("recruit"));
  const lord = position.view.court[0] ?? "";
  const moves = [{ move: { abyss: { recruit: { lord } } }, words: "Recruit" }];
  const table = await stage.show({ ...position, moves });
  const [words = ""] = all(table, PANEL).map((one) => one.textContent.replace(/\s+/g, " "));
  expect(words).toMatch(/Costs \d+, with Allies of \d races?/);
  expect(words).toMatch(/\d+ points?/);
  expect(words).toContain(stage.catalogue.get(lord)?.text);
});

test("a press on a Lord of the Court does not throw him out before it says so", async () => {
  const position = stage.find(offers("explore"));
  const lord = position.view.court[0] ?? "";
  const replace = { abyss: { replaceLord: { lord } } };
  const moves = [
    { move: replace, words: "Dismiss this Lord" },
    { move: { abyss: { endTurn: "YES" } }, words: "End the turn" },
  ];
  const table = await stage.show({ ...position, moves });
  const sent: unknown[] = [];
  table.addEventListener("gueridon-play", (event) => sent.push(event.detail.steps));
  one(table, ".court .act").click();
  await table.updateComplete;
  expect(sent).toEqual([]);
  const button = one(table, ".bar .do");
  expect(button.textContent).toContain("Dismiss this Lord");
  expect(button.textContent).toContain("the next one of the deck replaces it");
  button.click();
  expect(sent).toEqual([[replace]]);
});

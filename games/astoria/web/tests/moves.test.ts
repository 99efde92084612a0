// Every legal step can be sent, from the board and from the action panel, and nothing else.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildASTSchema, concatAST, isInputObjectType, parse } from "graphql";
import { expect, test } from "vitest";
import { offersFor } from "../src/steps.ts";
import { offers, positions, reached, stage } from "./stage.ts";

const key = (move: unknown) => JSON.stringify(move);

/**
 * What is chosen from: places of the board, with what the panel says of a place that was chosen, or
 * buttons of the panel alone.
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
  "the board of position $place reaches every step that has places of its own",
  async ({ position }) => {
    const { moves, view, seat } = position;
    const sent = await reached(await stage.show(position), BOARD);
    const legal = offersFor(moves, view, seat);
    const ways = legal.map(({ path }) => path.join(" "));
    for (const move of sent.keys()) expect(legal.map((offer) => key(offer.move))).toContain(move);
    // What is chosen among domains, or shares its place with another step, is said in the panel.
    const missed = legal.filter(
      ({ move, path }) =>
        !sent.has(key(move)) &&
        path.length > 0 &&
        !path.some((place) => place.startsWith("domain:")) &&
        ways.filter((way) => way === path.join(" ")).length === 1,
    );
    expect(missed.map(({ move }) => key(move))).toEqual([]);
  },
);

test("every kind of step of the SDL is met in the recorded positions", () => {
  const folder = join(import.meta.dirname, "../../../../schema");
  const documents = ["platform.graphql", "astoria.graphql"].map((name) =>
    parse(readFileSync(join(folder, name), "utf8")),
  );
  const type = buildASTSchema(concatAST(documents)).getType("AstoriaMove");
  if (!isInputObjectType(type)) throw new Error("the SDL has no steps");
  const met = new Set(
    positions.flatMap(({ moves }) =>
      moves.flatMap(({ move }) => Object.keys((move as { readonly astoria: object }).astoria)),
    ),
  );
  expect([...met].sort()).toEqual(Object.keys(type.getFields()).sort());
});

test("nothing is sent while another step is being sent, or in a replay", async () => {
  const table = await stage.show(stage.find(offers("draw")));
  table.isBusy = true;
  await table.updateComplete;
  expect((await reached(table, PANEL)).size).toBe(0);
  table.isBusy = false;
  table.table = { ...table.table, isReplay: true };
  await table.updateComplete;
  expect((await reached(table, BOARD)).size).toBe(0);
});

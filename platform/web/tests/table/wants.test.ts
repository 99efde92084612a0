// What a table wants of the visitor.
import { expect, test } from "vitest";
import { wantsOf } from "../../src/table/wants.ts";

type Table = Parameters<typeof wantsOf>[0];

const DECLINE = { move: { agora: { pass: "YES" } }, words: "No", declines: true };

function table(more: object, condition = "PLAYING"): Table {
  const seats = [
    { number: 0, condition },
    { number: 1, condition: "PLAYING" },
  ];
  const rest = { status: "PLAYING", seat: 0, toAct: [], moves: [], proposal: null };
  return { ...rest, seats, ...more } as unknown as Table;
}

test("a turn is not a question", () => {
  expect(wantsOf(table({ toAct: [0, 1] }))).toEqual(["TURN"]);
  expect(wantsOf(table({ toAct: [0], moves: [DECLINE] }))).toEqual(["ASKED"]);
  expect(wantsOf(table({ toAct: [1], moves: [DECLINE] }))).toEqual([]);
});

test("a proposal waits for whoever has not agreed yet, also beside a turn", () => {
  const proposal = (...agreed: number[]) => ({ entry: 3, seat: 1, kind: "PAUSE", agreed });
  expect(wantsOf(table({ proposal: proposal(1) }))).toEqual(["PROPOSAL"]);
  expect(wantsOf(table({ proposal: proposal(1), toAct: [0] }))).toEqual(["TURN", "PROPOSAL"]);
  expect(wantsOf(table({ proposal: proposal(0) }))).toEqual([]);
});

test("whoever a stand-in plays for is wanted back first", () => {
  expect(wantsOf(table({ toAct: [0] }, "AWAY"))).toEqual(["AWAY", "TURN"]);
  expect(wantsOf(table({ toAct: [0] }, "RESIGNED"))).toEqual([]);
});

test("nothing is wanted of spectators, nor after the end", () => {
  expect(wantsOf(table({ toAct: [0], seat: null }))).toEqual([]);
  expect(wantsOf(table({ toAct: [0], status: "OVER" }))).toEqual([]);
});

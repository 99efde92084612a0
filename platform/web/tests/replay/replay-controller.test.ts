// Positions of a replay in addresses, and loading them.
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../src/api/client.ts";
import type { TableFeed } from "../../src/table/table-feed.ts";
import {
  ReplayController,
  replayAddress,
  positionIn,
  type ReplayPosition,
} from "../../src/replay/replay-controller.ts";
import { host } from "../support/host.ts";
import { ask } from "../support/server.ts";

vi.mock("../../src/api/back-off.ts", () => ({ backOff: () => Promise.resolve() }));
vi.mock("../../src/api/client.ts", async (original) => {
  const { answering } = await import("../support/server.ts");
  return answering(original);
});

const now = {
  id: "t",
  status: "OVER",
  seq: 9,
  seat: 0,
  toAct: [],
  seats: [
    { number: 0, name: "Ada", toAct: false, condition: "RESIGNED" },
    { number: 1, name: "Bea", toAct: false, condition: "PLAYING" },
  ],
};
const live = {
  id: "t",
  table: now,
  withView: (document: unknown) => document,
} as unknown as TableFeed;
const at = (seq: number): ReplayPosition => ({ at: seq, eyes: "own" });
const then = {
  status: "PLAYING",
  seq: 4,
  seat: 1,
  toAct: [1],
  seats: [
    { number: 0, condition: "PLAYING" },
    { number: 1, condition: "AWAY" },
  ],
  entries: { nodes: [] },
};
const seen = { table: { id: "t", snapshot: then } };

beforeEach(() => {
  ask.mockReset();
});

test.each([
  ["", null],
  ["?at=", null],
  ["?at=x", null],
  ["?at=-1", null],
  ["?seat=1", null],
  ["?at=0", { at: 0, eyes: "own" }],
  ["?at=12&seat=1", { at: 12, eyes: 1 }],
  ["?at=12&seat=all", { at: 12, eyes: "all" }],
  ["?at=12&seat=nobody", { at: 12, eyes: "own" }],
])("the address %j asks for %j", (search, position) => {
  expect(positionIn(new URLSearchParams(search))).toEqual(position);
});

test.each([
  { at: 0, eyes: "own" },
  { at: 7, eyes: 0 },
  { at: 7, eyes: "all" },
] as const)("%j has an address that leads back to it", (position) => {
  const address = new URL(replayAddress("t", position), "http://localhost");
  expect([address.pathname, positionIn(address.searchParams)]).toEqual(["/tables/t", position]);
});

test("a request without an answer is retried for the position that is wanted by then", async () => {
  const look = new ReplayController(host, live);
  ask.mockImplementationOnce(() => {
    look.at(at(5));
    return Promise.reject(new ApiError("UNREACHABLE", ""));
  });
  ask.mockResolvedValue(seen);
  look.at(at(4));
  await vi.waitFor(() => {
    expect(look.seen?.position.at).toBe(5);
  });
  expect([look.refusal, ask.mock.calls.length]).toEqual([null, 2]);
});

test("the answer for a forgotten position is not shown", async () => {
  const look = new ReplayController(host, live);
  let fail: (why: unknown) => void = () => undefined;
  ask.mockReturnValueOnce(new Promise((_, reject) => (fail = reject)));
  look.at(at(4));
  look.forget();
  ask.mockResolvedValue(seen);
  look.at(at(3));
  fail(new ApiError("FORBIDDEN", ""));
  await vi.waitFor(() => {
    expect(look.seen?.position.at).toBe(3);
  });
  expect(look.refusal).toBeNull();
});

test("a refused position is requested once", async () => {
  const look = new ReplayController(host, live);
  ask.mockRejectedValue(new ApiError("FORBIDDEN", ""));
  look.at(at(4));
  await vi.waitFor(() => {
    expect(look.refusal).not.toBeNull();
  });
  look.at(at(4));
  expect(ask).toHaveBeenCalledOnce();
});

test("a refusal removes the previous position", async () => {
  const look = new ReplayController(host, live);
  ask.mockResolvedValueOnce(seen);
  look.at(at(4));
  await vi.waitFor(() => {
    expect(look.seen?.position.at).toBe(4);
  });
  ask.mockRejectedValue(new ApiError("FORBIDDEN", ""));
  look.at({ at: 4, eyes: "all" });
  await vi.waitFor(() => {
    expect(look.refusal).not.toBeNull();
  });
  expect(look.seen).toBeNull();
});

test("a replayed table has the state of the snapshot and the rest of the table now", async () => {
  const look = new ReplayController(host, live);
  ask.mockResolvedValueOnce(seen);
  look.at({ at: 4, eyes: 1 });
  await vi.waitFor(() => {
    expect(look.seen).not.toBeNull();
  });
  expect(look.seen?.table).toMatchObject({
    id: "t",
    status: "PLAYING",
    seq: 4,
    seat: 1,
    seats: [
      { number: 0, name: "Ada", toAct: false, condition: "PLAYING" },
      { number: 1, name: "Bea", toAct: true, condition: "AWAY" },
    ],
  });
});

test("a position that does not exist is refused", async () => {
  const look = new ReplayController(host, live);
  ask.mockResolvedValueOnce({ table: { id: "t", snapshot: null } });
  look.at(at(4));
  await vi.waitFor(() => {
    expect(look.refusal).not.toBeNull();
  });
  expect(look.seen).toBeNull();
});

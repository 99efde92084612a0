// The visitor's own tables, those with their turn first.
import { beforeAll, expect, test, vi } from "vitest";

type Send = (told: { tableId: string | null; table: unknown }) => void;

const server = vi.hoisted((): { tables: unknown[]; send: Send } => ({
  tables: [],
  send: () => undefined,
}));

vi.mock("../../src/api/client.ts", async (original) => ({
  ...(await original<object>()),
  ask: () => {
    const page = { nodes: server.tables, pageInfo: { hasNextPage: false, endCursor: null } };
    const none = { ...page, nodes: [] };
    return Promise.resolve({ myTables: page, invitations: none });
  },
  listen: async function* () {
    const told: unknown[] = [{ tableId: null, table: null }];
    let wake: () => void = () => undefined;
    server.send = (one) => {
      told.push(one);
      wake();
    };
    for (;;) {
      while (told.length > 0) yield { tables: told.shift() };
      await new Promise<void>((heard) => (wake = heard));
    }
  },
}));
const { $myTables, $turns, followMyTables } = await import("../../src/my-tables/my-tables.ts");
const { $me } = await import("../../src/session/session.ts");

/** A table with one seat, Ada's by default. */
function table(id: string, { isTurn = false, status = "PLAYING", player = "ada" } = {}) {
  const seats = [{ number: 0, toAct: isTurn, player: { id: player } }];
  return { id, status, owner: { id: "basile" }, seats };
}

const ids = () => $myTables.get()?.map(({ id }) => id);

beforeAll(() => {
  const open = { ...table("opened", { status: "OPEN", player: "cy" }), owner: { id: "ada" } };
  server.tables = [table("a"), table("b", { isTurn: true }), open, table("c", { isTurn: true })];
  $me.set({ id: "ada", name: "Ada", standing: "GUEST", owner: null });
  followMyTables();
});

test("tables with the visitor's turn are first; the rest keep the order of the server", async () => {
  await expect.poll(ids).toEqual(["b", "c", "a", "opened"]);
  expect($turns.get().map(({ id }) => id)).toEqual(["b", "c"]);
});

test("a table moves when the visitor's turn begins or ends", async () => {
  server.send({ tableId: "a", table: table("a", { isTurn: true }) });
  server.send({ tableId: "b", table: table("b") });
  await expect.poll(ids).toEqual(["a", "c", "b", "opened"]);
});

test("finished tables and those of others are not listed", async () => {
  server.send({ tableId: "c", table: table("c", { status: "OVER" }) });
  server.send({ tableId: "d", table: table("d", { isTurn: true, player: "cy" }) });
  await expect.poll(ids).toEqual(["a", "b", "opened"]);
});

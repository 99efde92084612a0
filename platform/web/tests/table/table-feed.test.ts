// Following a table by one subscription, which resumes after a lost connection.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EntryLineFragment as Entry, LiveTableFragment } from "../../src/api/generated.ts";
import { $connection } from "../../src/api/connection.ts";
import { $language } from "../../src/preferences/preferences.ts";
import { host } from "../support/host.ts";

type Send = (update: unknown) => void;

/** A subscription of the page. */
interface Subscription {
  readonly variables: { after: number; language: string };
  readonly send: Send;
  readonly fail: (why: unknown) => void;
  readonly end: () => void;
}

/** The mocked server. */
interface Server {
  readonly subscriptions: Subscription[];
  head: unknown;
  catalogue: readonly { key: string; kind: string }[];
  readonly pages: { after: string; language: string }[];
  /** Errors of the next requests for messages. */
  readonly chatErrors: Error[];
}

const server = vi.hoisted((): Server => ({
  subscriptions: [],
  head: null,
  catalogue: [],
  pages: [],
  chatErrors: [],
}));
const subscriptions: Subscription[] = server.subscriptions;

vi.mock("../../src/games/views.ts", () => ({
  loadViews: () => Promise.resolve(new Map()),
  loadViewFragment: () =>
    Promise.resolve({ kind: "FragmentDefinition", name: { value: "GameView" } }),
}));
vi.mock("../../src/table/board.ts", () => ({ preloadBoard: () => undefined }));
vi.mock("../../src/api/back-off.ts", () => ({ backOff: () => Promise.resolve() }));
vi.mock("../../src/api/client.ts", async (original) => ({
  ...(await original<object>()),
  ask: (document: { definitions: { name?: { value: string } }[] }, variables: never) => {
    const name = document.definitions[0]?.name?.value ?? "";
    const names = document.definitions.map((one) => one.name?.value);
    if (names.includes("TableHead")) return Promise.resolve({ table: server.head });
    if (names.includes("EntryPage")) {
      server.pages.push(variables);
      return Promise.resolve({ table: { entries: { nodes: [] } } });
    }
    if (names.includes("GameCatalogue"))
      return Promise.resolve({ game: { catalogue: server.catalogue } });
    if (names.includes("MessagePage")) {
      const failed = server.chatErrors.shift();
      return failed ? Promise.reject(failed) : Promise.resolve({ table: { messages: null } });
    }
    return Promise.reject(new Error(`not expected: ${name}`));
  },
  listen: async function* (_: unknown, variables: never, signal: AbortSignal) {
    const waiting: { update: unknown }[] = [];
    let wake: () => void = () => undefined;
    const ends: unknown[] = [];
    const last: "end"[] = [];
    server.subscriptions.push({
      variables,
      send: (update: unknown) => {
        waiting.push({ update });
        wake();
      },
      fail: (why: unknown) => {
        ends.push(why);
        wake();
      },
      end: () => {
        last.push("end");
        wake();
      },
    });
    signal.addEventListener("abort", () => {
      wake();
    });
    while (!signal.aborted) {
      const next = waiting.shift();
      if (next) yield next;
      else if (ends.length > 0) throw ends[0];
      else if (last.length > 0) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  },
}));
const { ApiError } = await import("../../src/api/client.ts");
const { TableFeed } = await import("../../src/table/table-feed.ts");

function tableAt(seq: number, more: object = {}) {
  const settings = { spectators: "ALLOWED" };
  return {
    id: "t",
    seq,
    seat: 0,
    status: "PLAYING",
    stoppedReason: null,
    settings,
    ...more,
  } as unknown as LiveTableFragment;
}

function entry(seq: number): Entry {
  const told = [{ words: `told ${seq}` }];
  const nobody = { words: null, proposal: null, of: null, undoneBy: null };
  return {
    seq,
    seat: 1,
    at: new Date().toISOString(),
    by: "BOT",
    action: "PLAYED",
    told,
    ...nobody,
  };
}

const update = (seq: number, now: number, more: object = {}) => ({
  seq,
  entry: null,
  message: null,
  table: tableAt(now),
  ...more,
});

let live: InstanceType<typeof TableFeed>;

/** Waits for the n-th subscription. */
async function subscription(n: number): Promise<Subscription> {
  return vi.waitFor(() => {
    const one = subscriptions[n];
    if (!one) throw new Error("not yet");
    return one;
  });
}

beforeEach(() => {
  $language.set("EN");
  subscriptions.length = 0;
  server.pages.length = 0;
  server.catalogue = [
    { key: "crab", kind: "ally" },
    { key: "NOT_IN_HAND", kind: "refusal" },
    { key: "GView.hand", kind: "label" },
  ];
  server.head = {
    id: "t",
    seq: 2,
    status: "PLAYING",
    stoppedReason: null,
    options: {},
    game: { id: "g", element: null },
  };
  live = new TableFeed(host, "t");
  live.hostConnected();
});

afterEach(() => {
  live.hostDisconnected();
});

test("the subscription begins after the loaded entries, and each entry is taken once", async () => {
  const first = await subscription(0);
  expect(first.variables.after).toBe(2);
  first.send(update(2, 3));
  first.send(update(3, 3, { entry: entry(3) }));
  await vi.waitFor(() => {
    expect(live.journal.entries.map(({ seq }) => seq)).toEqual([3]);
  });
  expect(live.journal.gaps).toEqual([]);
  expect(subscriptions).toHaveLength(1);
});

test("the catalogue leaves out the codes of refusals", async () => {
  await subscription(0);
  expect([...live.catalogue.keys()]).toEqual(["crab", "GView.hand"]);
});

test("an update does not replace a newer table", async () => {
  const first = await subscription(0);
  first.send(update(2, 2));
  await vi.waitFor(() => {
    expect(live.table?.seq).toBe(2);
  });
  live.take(tableAt(5));
  first.send(update(3, 3, { entry: entry(3) }));
  await vi.waitFor(() => {
    expect(live.journal.entries).toHaveLength(1);
  });
  expect(live.table?.seq).toBe(5);
});

test("after a lost connection the subscription resumes after the last seq and marks the gap", async () => {
  const first = await subscription(0);
  first.send(update(2, 2));
  first.send(update(3, 3, { entry: entry(3) }));
  first.fail(new ApiError("UNREACHABLE", ""));
  const again = await subscription(1);
  expect(again.variables.after).toBe(3);
  again.send(update(3, 5));
  again.send(update(4, 5, { entry: entry(4) }));
  again.send(update(5, 5, { entry: entry(5) }));
  again.send(update(6, 6, { entry: entry(6) }));
  await vi.waitFor(() => {
    expect(live.journal.entries.map(({ seq }) => seq)).toEqual([3, 4, 5, 6]);
  });
  expect(live.journal.gaps).toEqual([{ from: 4, to: 5 }]);
});

test("a missed entry without a table keeps the current table", async () => {
  const first = await subscription(0);
  first.send(update(2, 4));
  first.send(update(3, 4, { entry: entry(3), table: null }));
  first.send(update(4, 4, { entry: entry(4) }));
  await vi.waitFor(() => {
    expect(live.journal.entries.map(({ seq }) => seq)).toEqual([3, 4]);
  });
  expect(live.table?.seq).toBe(4);
});

test("in another language everything is loaded again, without a gap", async () => {
  const first = await subscription(0);
  first.send(update(2, 2));
  first.send(update(3, 3, { entry: entry(3) }));
  await vi.waitFor(() => {
    expect(live.journal.entries).toHaveLength(1);
  });
  server.head = { ...(server.head as object), seq: 3 };
  $language.set("FR");
  expect(live.journal.entries[0]?.told).toEqual([]);
  const french = await subscription(1);
  expect(french.variables).toMatchObject({ after: 3, language: "FR" });
  expect(server.pages.at(-1)).toMatchObject({ after: "2", language: "FR" });
  french.send(update(3, 4));
  french.send(update(4, 4, { entry: entry(4) }));
  await vi.waitFor(() => {
    expect(live.journal.entries).toHaveLength(2);
  });
  expect(live.journal.gaps).toEqual([]);
});

test.each([
  ["FORBIDDEN", "forbidden"],
  ["NOT_FOUND", "unknown"],
  ["BAD_INPUT", "failed"],
])("a subscription that fails with %s is not retried: the table is %s", async (code, trouble) => {
  const first = await subscription(0);
  first.fail(new ApiError(code, ""));
  await vi.waitFor(() => {
    expect(live.trouble).toBe(trouble);
  });
  expect(subscriptions).toHaveLength(1);
});

test("losing access to a table is not a lost connection", async () => {
  const first = await subscription(0);
  first.send(update(2, 2));
  first.fail(new ApiError("RESUME", ""));
  const again = await subscription(1);
  again.fail(new ApiError("NOT_FOUND", ""));
  await vi.waitFor(() => {
    expect(live.trouble).toBe("unknown");
  });
  expect($connection.get()).not.toBe("lost");
});

test("a table that begins without spectators is subscribed to again by those without a seat", async () => {
  const first = await subscription(0);
  const settings = { spectators: "FORBIDDEN" };
  first.send({ ...update(2, 2), table: tableAt(2, { seat: null, settings }) });
  first.end();
  const again = await subscription(1);
  expect(live.table).toBeNull();
  again.fail(new ApiError("FORBIDDEN", ""));
  await vi.waitFor(() => {
    expect(live.trouble).toBe("forbidden");
  });
});

test("a table that is over is not subscribed to again", async () => {
  const first = await subscription(0);
  first.send({ ...update(2, 2), table: tableAt(2, { status: "OVER" }) });
  first.end();
  await new Promise((resolve) => setTimeout(resolve));
  expect(subscriptions.length).toBe(1);
  expect(live.table?.status).toBe("OVER");
});

test("a stopped table is looked at again, since it may go on", async () => {
  const first = await subscription(0);
  vi.useFakeTimers();
  try {
    first.send({ ...update(2, 2), table: tableAt(2, { stoppedReason: "The module has failed." }) });
    first.end();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(subscriptions.length).toBe(2);
    expect(live.table?.stoppedReason).toBe("The module has failed.");
  } finally {
    vi.useRealTimers();
  }
});

test("the chat is loaded until the server answers", async () => {
  const away = new ApiError("UNREACHABLE", "");
  server.chatErrors.push(away, away);
  (await subscription(0)).send(update(2, 2));
  await vi.waitFor(() => {
    expect(live.chat.mayRead).toBe(false);
  });
});

test("a table that does not exist is not subscribed to", async () => {
  live.hostDisconnected();
  subscriptions.length = 0;
  server.head = null;
  live = new TableFeed(host, "t");
  live.hostConnected();
  await vi.waitFor(() => {
    expect(live.trouble).toBe("unknown");
  });
  expect(subscriptions).toHaveLength(0);
});

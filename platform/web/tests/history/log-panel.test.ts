// The log panel: loading all entries, their words, and announcements.
import type { ReactiveControllerHost } from "lit";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as Client from "../../src/api/client.ts";
import type { LiveTableFragment } from "../../src/api/generated.ts";
import { $language } from "../../src/preferences/preferences.ts";
import { EMPTY_JOURNAL, withEntries, withGap, type Journal } from "../../src/history/journal.ts";
import { LogPanel } from "../../src/history/log-panel.ts";
import { entry } from "../support/entry.ts";

/** How many entries the table has. */
const ALL = 320;

interface Variables {
  readonly first: number;
  readonly after: string;
}

interface Server {
  isThere: boolean;
  listened: number;
  cut: () => void;
}

const server = vi.hoisted((): Server => ({ isThere: true, listened: 0, cut: () => undefined }));

vi.mock("../../src/games/views.ts", () => ({
  loadViews: () => Promise.resolve(new Map()),
  loadViewFragment: () => Promise.resolve(null),
}));
vi.mock("../../src/table/board.ts", () => ({ preloadBoard: () => undefined }));
vi.mock("../../src/api/back-off.ts", () => ({ backOff: () => Promise.resolve() }));
vi.mock("../../src/api/client.ts", async (original) => {
  const real = await original<typeof Client>();
  return {
    ...real,
    ask: (document: { definitions: { name?: { value: string } }[] }, variables: Variables) => {
      const names = document.definitions.map((one) => one.name?.value);
      const head = { id: "t", seq: ALL, status: "PLAYING", options: {}, game: null };
      if (!server.isThere) return Promise.reject(new real.ApiError("UNREACHABLE", ""));
      if (names.includes("TableHead")) return Promise.resolve({ table: head });
      if (names.includes("MessagePage")) return Promise.resolve({ table: { messages: null } });
      const { first, after } = variables;
      const numbers = Array.from({ length: first }, (_, index) => Number(after) + index + 1);
      const nodes = numbers.filter((seq) => seq <= ALL).map((seq) => entry(seq));
      return Promise.resolve({ table: { entries: { nodes } } });
    },
    listen: async function* () {
      server.listened += 1;
      const settings = { spectators: "ALLOWED" };
      const table = { id: "t", seq: ALL, seat: 0, settings };
      yield { update: { seq: ALL, entry: null, message: null, table } };
      await new Promise<void>((resolve) => (server.cut = resolve));
      throw new real.ApiError("UNREACHABLE", "");
    },
  };
});
const { TableFeed } = await import("../../src/table/table-feed.ts");

const SEATS = [
  { number: 0, name: "Ada" },
  { number: 1, name: "Basile" },
] as LiveTableFragment["seats"];

let log: LogPanel;

beforeEach(() => {
  $language.set("EN");
  server.isThere = true;
  server.listened = 0;
  log = new LogPanel();
  log.seats = SEATS;
  document.body.append(log);
});

afterEach(() => {
  log.remove();
});

async function show(journal: Journal, at: number | null = null): Promise<void> {
  log.journal = journal;
  log.at = at;
  await log.updateComplete;
}

/** The seqs of the entries in the log. */
function drawn(): readonly number[] {
  return [...log.renderRoot.querySelectorAll("li a")].map((link) => Number(link.textContent));
}

/** The announcement for screen readers. */
function heard(): string {
  return log.renderRoot.querySelector("[role=status]")?.textContent ?? "";
}

function earlier(): HTMLButtonElement | null {
  return log.renderRoot.querySelector("button");
}

/** Waits longer than usual: rendering hundreds of lines is slow. */
const until = (is: () => void) => vi.waitFor(is, 10_000);

const upTo = (last: number, from = 1) =>
  Array.from({ length: last - from + 1 }, (_, index) => from + index);

test("earlier entries can be loaded back to the first, even after a lost connection", async () => {
  const host: ReactiveControllerHost = {
    addController: () => undefined,
    removeController: () => undefined,
    requestUpdate: () => {
      log.journal = live.journal;
    },
    updateComplete: Promise.resolve(true),
  };
  const live = new TableFeed(host, "t");
  live.hostConnected();
  log.live = live;
  await until(() => {
    expect(drawn()).toEqual(upTo(ALL, 121));
  });
  earlier()?.click();
  await until(() => {
    expect(drawn()).toEqual(upTo(ALL, 21));
  });
  server.cut();
  await until(() => {
    expect(server.listened).toBe(2);
  });
  server.isThere = false;
  earlier()?.click();
  await until(() => {
    expect(log.renderRoot.querySelector("[role=alert]")?.textContent).toMatch(/server/i);
  });
  server.isThere = true;
  earlier()?.focus();
  earlier()?.click();
  await until(() => {
    expect(drawn()).toEqual(upTo(ALL));
  });
  expect(log.renderRoot.querySelector("[role=alert] p")).toBeNull();
  expect(earlier()).toBeNull();
  expect(log.shadowRoot?.activeElement?.className).toBe("scroll");
  live.hostDisconnected();
}, 30_000);

test("an entry without events says who played; one without any words is left out", async () => {
  const journal = withEntries(EMPTY_JOURNAL, [
    entry(1),
    entry(2, { told: [] }),
    entry(3, { told: [], undoneBy: 4 }),
    entry(4, { action: "UNDONE", words: null, told: [] }),
    entry(5),
  ]);
  await show(withGap(journal, 3, 5));
  const lines = [...log.renderRoot.querySelectorAll("li:not(.divider) p")];
  expect(lines.map((line) => line.textContent)).toEqual([
    "told 1",
    "Ada has played.",
    "A move that was taken back.",
    "told 5",
  ]);
  expect(drawn()).toEqual([1, 2, 3, 5]);
  expect(log.renderRoot.querySelectorAll("li.divider")).toHaveLength(1);
});

test("the moves of others are announced, also when the words repeat", async () => {
  await show(withEntries(EMPTY_JOURNAL, [entry(1)]));
  const quiet = [entry(2, { seat: 1, told: [] }), entry(3, { seat: 1, told: [] })];
  await show(withEntries(log.journal, quiet.slice(0, 1)));
  expect(heard()).toBe("Basile has played.");
  await show(withEntries(log.journal, quiet));
  expect(heard()).toBe("Basile has played.\u00a0");
});

test("leaving a replay announces nothing", async () => {
  const now = withEntries(EMPTY_JOURNAL, [entry(1), entry(2), entry(3)]);
  await show(now);
  await show(EMPTY_JOURNAL);
  await show(withEntries(EMPTY_JOURNAL, [entry(1)]), 1);
  await show(now);
  expect(heard()).toBe("");
});

/** Plays of one seat in a row. */
const run = (from: number, to: number, seat: number) =>
  upTo(to, from).map((seq) => entry(seq, { seat }));

const folds = () =>
  [...log.renderRoot.querySelectorAll(".fold summary")].map((one) => one.textContent);

test("the middle of a long run is folded once another seat has played", async () => {
  await show(withEntries(EMPTY_JOURNAL, run(1, 5, 0)));
  expect(folds()).toEqual([]);
  await show(withEntries(log.journal, run(6, 6, 1)));
  expect(folds()).toEqual(["3 more moves"]);
  expect(drawn()).toEqual(upTo(6));
  // What is looked at in a replay is not folded away.
  await show(log.journal, 3);
  expect(folds()).toEqual([]);
});

test("a sentence that is told several times in a row stands there once", async () => {
  const told = ["Ada draws.", "Ada draws.", "Ada ends the turn.", "Ada draws."];
  await show(withEntries(EMPTY_JOURNAL, [entry(1, { told: told.map((words) => ({ words })) })]));
  const lines = [...log.renderRoot.querySelectorAll("li p")].map((line) => line.textContent.trim());
  expect(lines).toEqual(["Ada draws. (×2)", "Ada ends the turn.", "Ada draws."]);
});

test("a play has the picture of its player, the next of the same run has none", async () => {
  await show(withEntries(EMPTY_JOURNAL, [...run(1, 2, 0), entry(3, { action: "RESIGNED" })]));
  const icons = [...log.renderRoot.querySelectorAll(".icon")];
  expect(icons.map((one) => one.querySelectorAll("svg").length)).toEqual([1, 0, 1]);
});

// Pages whose answers come late, twice, or not at all.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LitElement } from "lit";
import { ApiError } from "../src/api/client.ts";
import { keepToken } from "../src/api/token.ts";
import { $invitations, followMyTables } from "../src/my-tables/my-tables.ts";
import "../src/lobby/lobby-page.ts";
import "../src/new-table/new-table-page.ts";
import "../src/moderation/mute-and-report.ts";
import "../src/players/results-panel.ts";
import { $me } from "../src/session/session.ts";
import { $language } from "../src/preferences/preferences.ts";
import { t } from "../src/i18n/words.ts";

type Answers = (variables: never) => unknown;

/** The answers of the server to each operation, and functions that send updates. */
const server = vi.hoisted(() => ({
  answers: new Map<string, Answers>(),
  tell: new Map<string, (update: unknown) => void>(),
  went: [] as string[],
}));

vi.mock("../src/navigation/router.ts", () => ({
  go: (address: string) => server.went.push(address),
}));
vi.mock("../src/api/client.ts", async (original) => {
  interface Document {
    definitions: { kind: string; name?: { value: string } }[];
  }
  const nameOf = ({ definitions }: Document) =>
    definitions.find(({ kind }) => kind === "OperationDefinition")?.name?.value ?? "";
  return {
    ...(await original<object>()),
    ask: async (document: Document, variables: never) => {
      const answer = server.answers.get(nameOf(document));
      if (!answer) throw new Error(`not expected: ${nameOf(document)}`);
      return await answer(variables);
    },
    listen: async function* (document: Document, _: never, signal: AbortSignal) {
      const updates: unknown[] = [{ tables: { tableId: null, table: null } }];
      let wake: () => void = () => undefined;
      server.tell.set(nameOf(document), (update) => {
        updates.push({ tables: update });
        wake();
      });
      signal.addEventListener("abort", () => {
        wake();
      });
      while (!signal.aborted) {
        if (updates.length > 0) yield updates.shift();
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
});

const ADA = { id: "ada", name: "Ada", standing: "REGISTERED", owner: null } as const;
const BASILE = { id: "basile", name: "Basile", standing: "REGISTERED", owner: null } as const;

function table(id: string, status: "OPEN" | "PLAYING" = "OPEN") {
  const seat = (number: number, player: typeof BASILE | null) => ({
    number,
    player,
    name: player?.name ?? null,
    bot: null,
    answerBy: null,
    toAct: false,
  });
  return {
    id,
    status,
    game: { id: "game", title: "The game" },
    options: {},
    owner: BASILE,
    openedAt: "2026-01-01T00:00:00.000Z",
    seats: [seat(0, BASILE), seat(1, null)],
    settings: { visibility: "OPEN", startsWhenFull: true, spectators: "ALLOWED", clock: null },
  };
}

const page = (nodes: readonly unknown[], endCursor: string | null = null) => ({
  nodes,
  pageInfo: { hasNextPage: endCursor !== null, endCursor },
});

/** An answer that the test resolves later. */
function later() {
  let resolve: (answer: unknown) => void = () => undefined;
  let reject: (why: Error) => void = () => undefined;
  const promise = new Promise((kept, broken) => ([resolve, reject] = [kept, broken]));
  return { promise, resolve, reject };
}

async function settle(element?: LitElement) {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
  await element?.updateComplete;
}

async function shown<T extends LitElement>(element: T, properties: object = {}): Promise<T> {
  document.body.append(Object.assign(element, properties));
  await settle(element);
  return element;
}

const text = ({ renderRoot }: LitElement) => renderRoot.textContent;
const button = ({ renderRoot }: LitElement, words: string) =>
  [...renderRoot.querySelectorAll("button")].find(({ textContent }) => textContent.includes(words));

beforeEach(() => {
  $language.set("EN");
  keepToken("ada's");
  $me.set(ADA);
  server.went.length = 0;
  server.answers.clear();
  server.answers.set("Me", () => ({ me: ADA, account: { role: "PLAYER" } }));
  server.answers.set("ReadyPrograms", () => ({ programs: page([]) }));
  server.answers.set("Games", () => ({
    games: [{ id: "game", title: "The game", seats: [2], options: {} }],
  }));
});

afterEach(() => {
  document.body.replaceChildren();
});

test("the reason for a refused seat stays when the table leaves the lobby", async () => {
  server.answers.set("Tables", ({ status }: { status: string }) => ({
    tables: page(status === "OPEN" ? [table("1")] : []),
  }));
  server.answers.set("Sit", () => {
    server.tell.get("Lobby")?.({ tableId: "1", table: null });
    return { result: { ok: false, code: "TABLE_STARTED", message: "Begun.", retryAfter: null } };
  });
  const lobby = await shown(document.createElement("gueridon-lobby"));
  button(lobby, t("lobby.sit"))?.click();
  await settle(lobby);
  expect(lobby.renderRoot.querySelectorAll("gueridon-table-card")).toHaveLength(0);
  expect(lobby.renderRoot.querySelector("[role=alert]")?.textContent).toContain("Begun.");
});

test("the lobby lists a game from its start to its end", async () => {
  server.answers.set("Tables", ({ status }: { status: string }) => ({
    tables: page(status === "OPEN" ? [table("1")] : [table("2", "PLAYING")]),
  }));
  const lobby = await shown(document.createElement("gueridon-lobby"));
  const links = (section: string) =>
    [...lobby.renderRoot.querySelectorAll(`section[aria-labelledby=${section}] .cards a`)].map(
      (link) => link.getAttribute("href"),
    );
  expect([links("open"), links("played")]).toEqual([["/tables/1"], ["/tables/2"]]);
  server.answers.set("Tables", () => {
    throw new Error("the lists are not loaded again");
  });
  const tell = async (tableId: string, now: unknown) => {
    server.tell.get("Lobby")?.({ tableId, table: now });
    await settle(lobby);
  };
  await tell("1", table("1", "PLAYING"));
  expect([links("open"), links("played")]).toEqual([[], ["/tables/1", "/tables/2"]]);
  await tell("2", null);
  expect(links("played")).toEqual(["/tables/1"]);
  await tell("1", null);
  expect(links("played")).toEqual([]);
  expect(lobby.renderRoot.textContent).toContain(t("lobby.noTablesInPlay"));
});

test("a long list in the lobby begins with a few, and the games come before those in progress", async () => {
  const many = (status: "OPEN" | "PLAYING", count: number) =>
    page(Array.from({ length: count }, (_, at) => table(`${status} ${at}`, status)));
  server.answers.set("Tables", ({ status }: { status: "OPEN" | "PLAYING" }) => ({
    tables: many(status, status === "OPEN" ? 7 : 11),
  }));
  const lobby = await shown(document.createElement("gueridon-lobby"));
  const cards = (section: string) =>
    lobby.renderRoot.querySelectorAll(`section[aria-labelledby=${section}] gueridon-table-card`);
  const headings = [...lobby.renderRoot.querySelectorAll("h2")].map(({ id }) => id);
  expect(headings).toEqual(["open", "games", "played"]);
  expect([cards("open").length, cards("played").length]).toEqual([7, 6]);
  button(lobby, t("lobby.moreInPlay", { count: 5 }))?.click();
  await settle(lobby);
  expect([cards("open").length, cards("played").length]).toEqual([7, 11]);
  expect(button(lobby, t("lobby.moreInPlay", { count: 5 }))).toBeUndefined();
  const focused = (lobby.renderRoot as ShadowRoot).activeElement;
  expect(focused?.closest("gueridon-table-card")).toBe(cards("played")[6]);
});

test("taking a seat does not open the table after leaving the lobby", async () => {
  server.answers.set("Tables", () => ({ tables: page([table("1")]) }));
  const sat = later();
  server.answers.set("Sit", () => sat.promise);
  const lobby = await shown(document.createElement("gueridon-lobby"));
  button(lobby, t("lobby.sit"))?.click();
  await settle();
  lobby.remove();
  sat.resolve({ result: { ok: true, table: table("1") } });
  await settle();
  expect(server.went).toEqual([]);
});

test("an invitation disappears when its game begins", async () => {
  server.answers.set("MyTables", () => ({ myTables: page([]) }));
  server.answers.set("Invitations", () => ({
    invitations: page([{ at: "2026-01-01T00:00:00.000Z", inviter: BASILE, table: table("1") }]),
  }));
  const stop = $invitations.listen(() => undefined);
  followMyTables();
  await settle();
  expect($invitations.get()).toHaveLength(1);
  server.tell.get("MyLobby")?.({ tableId: "1", table: table("1", "PLAYING") });
  await settle();
  expect($invitations.get()).toEqual([]);
  stop();
});

test("a page of results that is requested twice is added once", async () => {
  const result = (id: string) => ({
    seat: 0,
    seats: 1,
    rank: 1,
    points: 5,
    endedAt: "2026-01-01T00:00:00.000Z",
    table: { id, game: { id: "game", title: "The game" }, seats: [], result: null },
  });
  const more = later();
  server.answers.set("PlayerResults", ({ after }: { after: string | null }) =>
    after === null ? { results: page([result("1")], "1") } : more.promise,
  );
  const results = await shown(document.createElement("gueridon-results"), { player: "ada" });
  button(results, t("ui.more"))?.click();
  button(results, t("ui.more"))?.click();
  more.resolve({ results: page([result("2")]) });
  await settle(results);
  expect(results.renderRoot.querySelectorAll("ol > li")).toHaveLength(2);
});

test("an error about one player is not shown for the next", async () => {
  const first = later();
  const asked = [first.promise, { account: { mutes: page([]) } }];
  server.answers.set("OwnMutes", () => asked.shift());
  const others = await shown(document.createElement("gueridon-others"), { player: BASILE });
  others.player = { ...BASILE, id: "carol", name: "Carol" };
  await settle(others);
  first.reject(new ApiError("UNREACHABLE", ""));
  await settle(others);
  expect(text(others)).not.toContain(t("errors.unreachable"));
});

async function openTable() {
  const opening = await shown(document.createElement("gueridon-new"));
  opening.renderRoot.querySelector("form")?.requestSubmit();
  await settle(opening);
  return opening;
}

vi.mock("../src/games/option-types.ts", () => ({ optionTypes: () => Promise.resolve(null) }));
vi.mock("../src/games/labels.ts", () => ({ labelsOf: () => Promise.resolve(new Map()) }));

/** What the form of a new table says of programs; null where that part is hidden. */
async function aboutPrograms(answer: () => unknown): Promise<string | null> {
  server.answers.set("ReadyPrograms", answer);
  const opening = await shown(document.createElement("gueridon-new"));
  await settle(opening);
  const part = opening.renderRoot.querySelector<HTMLElement>("section[aria-labelledby=programs]");
  if (!part) throw new Error("the form has no part about programs");
  const list = part.querySelector("gueridon-ready-programs");
  await settle(list ?? undefined);
  await settle(opening);
  return part.hidden ? null : (list?.renderRoot.textContent ?? "");
}

test("the form of a table is silent about programs where none is ready", async () => {
  expect(await aboutPrograms(() => ({ programs: page([]) }))).toBeNull();
});

test("the form of a table says why the programs cannot be listed", async () => {
  const said = await aboutPrograms(() => Promise.reject(new ApiError("UNREACHABLE", "")));
  expect(said).toContain(t("errors.unreachable"));
});

test("the form of a table says in a line what is set in its folded part", async () => {
  const opening = await shown(document.createElement("gueridon-new"));
  await settle(opening);
  const fold = opening.renderRoot.querySelector("details");
  const line = () => fold?.querySelector("summary .soft")?.textContent;
  expect(fold?.open).toBe(false);
  expect(line()).toBe("usual rules · no clock · open to everyone");
  const settings = opening.renderRoot.querySelector("gueridon-settings-form");
  const inputs = settings?.renderRoot.querySelectorAll<HTMLInputElement>("input") ?? [];
  for (const input of inputs) {
    if (input.type !== "checkbox") continue;
    input.click();
    // A browser lets this one leave the form's own element.
    input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  }
  await settle(opening);
  expect(line()).toBe("usual rules · no clock · by invitation only · you decide when it starts");
});

test("opening a table without an answer does not suggest to open another", async () => {
  server.answers.set("OpenTable", () => Promise.reject(new ApiError("UNREACHABLE", "")));
  expect(text(await openTable())).toContain(t("newTable.noAnswer"));
});

test("a table whose seating failed is not opened again", async () => {
  server.answers.set("OpenTable", () => ({ result: { ok: true, table: table("1") } }));
  server.answers.set("Sit", () => ({
    result: { ok: false, code: "TOO_MANY_TABLES", message: "Enough.", retryAfter: null },
  }));
  const opening = await openTable();
  expect(text(opening)).toContain("Enough.");
  expect(button(opening, t("newTable.open"))).toBeUndefined();
  expect(opening.renderRoot.querySelector("a.main")?.getAttribute("href")).toBe("/tables/1");
  expect(server.went).toEqual([]);
});

test("a table that is missing in the answer is found in the visitor's list", async () => {
  server.answers.set("OpenTable", () => ({ result: { ok: true, table: null } }));
  await openTable();
  expect(server.went).toEqual(["/mine"]);
});

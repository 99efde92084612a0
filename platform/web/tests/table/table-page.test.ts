// The page of a table: the chat, the replay, the focus and the title.
import { render } from "lit";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { LiveTableFragment } from "../../src/api/generated.ts";
import type { TablePage } from "../../src/table/table-page.ts";
import { $role, $me } from "../../src/session/session.ts";
import { $language } from "../../src/preferences/preferences.ts";
import type { ChatPanel } from "../../src/chat/chat-panel.ts";
import { EMPTY_JOURNAL } from "../../src/history/journal.ts";
import { ReplayEvent, type ReplayControls } from "../../src/replay/replay-controls.ts";
import { $isWantedHere, $title } from "../../src/navigation/title.ts";
import { t } from "../../src/i18n/words.ts";

interface Server {
  table: LiveTableFragment | null;
}

const server = vi.hoisted((): Server => ({ table: null }));

vi.mock("../../src/table/board.ts", () => ({}));
vi.mock("../../src/api/client.ts", async (original) => ({
  ...(await original<object>()),
  ask: () => Promise.resolve({ table: server.table, games: [] }),
}));
vi.mock("../../src/table/table-feed.ts", () => ({
  TableFeed: class {
    head = null;
    trouble = null;
    journal = EMPTY_JOURNAL;
    catalogue = new Map();
    learning = null;
    chat = { messages: [], muted: [], mayRead: true, hasEarlier: false };
    get table() {
      return server.table;
    }
    withView = (document: unknown) => document;
    refresh = () => Promise.resolve();
    end = () => undefined;
  },
}));
const { $route, go, start } = await import("../../src/navigation/router.ts");
const { ROUTES } = await import("../../src/shell/routes.ts");
// Loaded in advance: on a slow machine the router may take longer than a test waits.
await import("../../src/table/table-page.ts");

const player = (name: string) => ({ id: name, name, standing: "GUEST" as const, owner: null });
const ADA = player("Ada");

function tableWith(more: object): LiveTableFragment {
  const seat = { condition: "PLAYING", clock: null, toAct: false, bot: null, answerBy: null };
  return {
    id: "t",
    game: { id: "g", title: "Agora" },
    owner: ADA,
    status: "PLAYING",
    seat: null,
    seq: 20,
    toAct: [1],
    settings: { spectators: "ALLOWED", delay: null },
    seats: [
      { ...seat, number: 0, name: "Ada", player: ADA },
      { ...seat, number: 1, name: "Bot", player: null, bot: "RANDOM" },
    ],
    stoppedReason: null,
    rematch: null,
    proposal: null,
    score: null,
    moves: [],
    declines: [],
    spectators: 0,
    isPaused: false,
    ...more,
  } as unknown as LiveTableFragment;
}

let place: HTMLElement;

async function page(): Promise<TablePage> {
  const found = await vi.waitFor(() => {
    const one = place.querySelector("gueridon-table");
    if (!one?.shadowRoot?.querySelector("#all")) throw new Error("not yet");
    return one;
  });
  await found.updateComplete;
  return found;
}

/** Shows another state of the table. */
async function show(more: object): Promise<TablePage> {
  server.table = tableWith(more);
  const shown = await page();
  shown.requestUpdate();
  await shown.updateComplete;
  return shown;
}

beforeAll(() => {
  $language.set("EN");
  vi.stubGlobal("scrollTo", () => undefined);
  start(ROUTES);
});

beforeEach(() => {
  $me.set(null);
  $role.set("PLAYER");
  server.table = tableWith({});
  place = document.createElement("div");
  document.body.append(place);
  $route.subscribe((route) => {
    render(route.page, place);
  });
  go("/tables/t");
});

afterEach(() => {
  place.remove();
});

test("players and moderators may write in the chat, and others may not", async () => {
  const shown = await page();
  const maySpeak = () => shown.renderRoot.querySelector<ChatPanel>("gueridon-chat")?.maySpeak;
  expect(maySpeak()).toBe(false);
  $me.set(ADA);
  await shown.updateComplete;
  expect(maySpeak()).toBe(true);
  $me.set(player("Chloé"));
  await shown.updateComplete;
  expect(maySpeak()).toBe(false);
  $role.set("MODERATOR");
  await shown.updateComplete;
  expect(maySpeak()).toBe(true);
});

test("following a link to an entry again shows it again", async () => {
  go("/tables/t?at=12");
  const shown = await page();
  const at = () => shown.renderRoot.querySelector<ReplayControls>("gueridon-replay")?.position.at;
  await vi.waitFor(() => {
    expect(at()).toBe(12);
  });
  const replay = shown.renderRoot.querySelector("gueridon-replay");
  replay?.dispatchEvent(new ReplayEvent({ at: 11, eyes: "own" }));
  await shown.updateComplete;
  expect([at(), location.search]).toEqual([11, "?at=11"]);
  go("/tables/t?at=12");
  await vi.waitFor(() => {
    expect(at()).toBe(12);
  });
});

test("when the game begins, the focus moves from the waiting room to the table", async () => {
  const shown = await show({ status: "OPEN", seq: null });
  const room = shown.renderRoot.querySelector("gueridon-room");
  await room?.updateComplete;
  room?.renderRoot.querySelector<HTMLElement>("#seats")?.focus();
  expect(shown.shadowRoot?.activeElement).toBe(room);
  await show({});
  expect(shown.shadowRoot?.activeElement?.id).toBe("all");
});

test("the reason why a table has stopped is marked as English", async () => {
  const shown = await show({ stoppedReason: "The module has failed.", view: null });
  const words = shown.renderRoot.querySelector(".refusal [lang]");
  expect([words?.textContent, words?.getAttribute("lang")]).toEqual([
    "The module has failed.",
    "en",
  ]);
});

test("a stopped table shows what was seen last, and offers nothing", async () => {
  const stoppedReason = "The module has failed.";
  const blind = await show({ stoppedReason, view: null });
  expect(blind.renderRoot.querySelector("gueridon-board")).toBeNull();
  expect(blind.renderRoot.textContent).toContain(t("table.stopped.unseen"));
  const shown = await show({
    stoppedReason,
    view: { hand: 5 },
    moves: [{ move: {}, words: "Pass" }],
  });
  const board = shown.renderRoot.querySelector("gueridon-board");
  expect(board?.shown).toMatchObject({ view: { hand: 5 }, moves: [], table: { isReplay: true } });
  expect(shown.renderRoot.textContent).toContain(t("table.stopped.lastSeen"));
  expect(shown.renderRoot.querySelector("gueridon-actions, gueridon-hint")).toBeNull();
});

test("the tab shows the visitor's turn while the table is open", async () => {
  await show({ seat: 1 });
  expect([$title.get(), $isWantedHere.get()]).toEqual(["Your turn – Agora", true]);
  const shown = await show({ seat: 0 });
  expect([$title.get(), $isWantedHere.get()]).toEqual(["Agora", false]);
  await show({ seat: 1 });
  shown.remove();
  expect($isWantedHere.get()).toBe(false);
});

test("of moves that come faster than they are drawn, only the newest is drawn", async () => {
  const shown = await page();
  const drawn: (number | null)[] = [];
  shown.addController({
    hostUpdated: () => {
      drawn.push(server.table?.seq ?? null);
    },
  });
  for (const seq of [21, 22, 23]) {
    server.table = tableWith({ seq });
    shown.requestUpdate();
    // Each is heard before the next, as messages of a socket are.
    await Promise.resolve();
    await Promise.resolve();
  }
  await shown.updateComplete;
  expect(drawn).toEqual([23]);
});

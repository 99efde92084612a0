// The frame around every page: announcements and navigation.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { $connection } from "../../src/api/connection.ts";
import { $me } from "../../src/session/session.ts";
import { $language } from "../../src/preferences/preferences.ts";

/** The tables of the server, and a function that sends an update. */
interface Server {
  tables: readonly unknown[];
  tell: ((table: { readonly id: string }) => void) | null;
}

const server = vi.hoisted((): Server => ({ tables: [], tell: null }));

vi.mock("../../src/api/client.ts", async (original) => ({
  ...(await original<object>()),
  ask: (document: { definitions: { name?: { value: string } }[] }) => {
    const isMine = document.definitions.some(({ name }) => name?.value === "MyTables");
    const nodes = isMine ? server.tables : [];
    const page = { nodes, pageInfo: { hasNextPage: false, endCursor: null } };
    return Promise.resolve({ myTables: page, invitations: page });
  },
  listen: async function* (_document: unknown, _variables: unknown, signal: AbortSignal) {
    yield { tables: { tableId: null, table: null } };
    while (!signal.aborted) {
      yield await new Promise((resolve) => {
        server.tell = (table) => {
          resolve({ tables: { id: table.id, table } });
        };
        signal.addEventListener("abort", () => {
          resolve({ tables: { tableId: null, table: null } });
        });
      });
    }
  },
}));
const { App } = await import("../../src/shell/app.ts");

const player = (name: string) => ({ id: name, name, standing: "GUEST" as const, owner: null });

/** A table of one player, whose turn it may be. */
function table(id: string, name: string, toAct = true) {
  const seats = [{ number: 0, name, player: player(name), toAct }];
  return { id, status: "PLAYING", game: { title: "Agora" }, owner: null, seats };
}

/** Whether the window has room for everything in one line. */
const screen = Object.assign(new EventTarget(), { matches: true });
vi.stubGlobal("matchMedia", () => screen);
const app = new App();
vi.unstubAllGlobals();

const heard = () => app.renderRoot.querySelector("p[role=status]")?.textContent ?? "";

/** The number of turns in the navigation. */
const count = () => Number(app.renderRoot.querySelector(".count")?.textContent ?? 0);

beforeEach(async () => {
  $language.set("EN");
  server.tables = [table("a", "Ada", false), table("b", "Ada", false)];
  $me.set(player("Ada"));
  document.body.append(app);
  await vi.waitFor(() => {
    expect(server.tell).not.toBeNull();
  });
});

afterEach(() => {
  $me.set(null);
  server.tell = null;
  app.remove();
});

async function connection(is: "lost" | "open") {
  $connection.set(is);
  await app.updateComplete;
}

test("a restored connection is announced each time", async () => {
  await connection("lost");
  await connection("open");
  const first = heard();
  expect(first).toMatch(/back/);
  await connection("lost");
  await connection("open");
  expect(heard()).not.toBe(first);
  expect(heard().trim()).toBe(first);
});

test("each new turn is announced, but not the turns of the next visitor", async () => {
  server.tell?.(table("a", "Ada"));
  await vi.waitFor(() => {
    expect(count()).toBe(1);
  });
  const first = heard();
  expect(first).toMatch(/Agora/);
  server.tell?.(table("b", "Ada"));
  await vi.waitFor(() => {
    expect(count()).toBe(2);
  });
  expect(heard()).not.toBe(first);
  server.tables = [table("c", "Basile")];
  $me.set(player("Basile"));
  await vi.waitFor(() => {
    expect(count()).toBe(1);
  });
  expect(heard()).toBe("");
});

test("the focus goes through the header in the order in which it is seen", async () => {
  const parts = () =>
    [...app.renderRoot.querySelectorAll("header > :is(nav, gueridon-choices)")].map(
      ({ localName }) => localName,
    );
  const choices = app.renderRoot.querySelector("gueridon-choices");
  for (const isWide of [false, true]) {
    screen.matches = isWide;
    screen.dispatchEvent(new Event("change"));
    await app.updateComplete;
    expect(parts()).toEqual(isWide ? ["nav", "gueridon-choices"] : ["gueridon-choices", "nav"]);
  }
  // They are moved, not made anew: an open menu stays open.
  expect(app.renderRoot.querySelector("gueridon-choices")).toBe(choices);
});

test("the link to sign in is only shown once the visitor is known not to be signed in", async () => {
  const links = async (me: ReturnType<typeof player> | null | undefined) => {
    $me.set(me);
    await app.updateComplete;
    const all = [...app.renderRoot.querySelectorAll("nav a")];
    return all.filter((link) => link.getAttribute("href")?.startsWith("/sign-in")).length;
  };
  expect([await links(undefined), await links(null), await links(player("Ada"))]).toEqual([
    0, 1, 0,
  ]);
});

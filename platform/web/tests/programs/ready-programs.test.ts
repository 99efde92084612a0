// The list of programs that are ready, and what a new table does with those that were chosen.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ProgramLineFragment } from "../../src/api/generated.ts";
import { t } from "../../src/i18n/words.ts";
import "../../src/players/program-panel.ts";
import {
  clockKind,
  type ListedEvent,
  type ProgramEvent,
} from "../../src/programs/ready-programs.ts";

const server = vi.hoisted(() => ({
  programs: [] as unknown[],
  asked: [] as unknown[],
}));

vi.mock("../../src/api/client.ts", async (original) => ({
  ...(await original<object>()),
  ask: (_: unknown, variables: { fitting?: unknown }) => {
    if ("fitting" in variables) server.asked.push(variables.fitting);
    const pageInfo = { hasNextPage: false, endCursor: null };
    const games = [{ id: "abyss", title: "Abyss" }];
    const programs = { nodes: server.programs, pageInfo };
    // What a program's page asks for is there, too.
    return Promise.resolve({ programs, games, program: server.programs[0] });
  },
}));

/** Abyss twice, with other clocks, and a game that this server does not have any more. */
const offered = [
  { game: "abyss", seats: [2], clocks: null, options: null },
  { game: "abyss", seats: [3], clocks: null, options: null },
  { game: "old game", seats: null, clocks: null, options: null },
];

function program(name: string, tables: number): ProgramLineFragment {
  const owner = { id: "ada", name: "Ada" };
  return {
    player: { id: name, name, standing: "PROGRAM", owner },
    isOff: false,
    tables,
    ready: { tables: 2, until: "", description: `${name} thinks.`, games: offered },
  };
}

async function shown(properties: object) {
  const list = document.createElement("gueridon-ready-programs");
  Object.assign(list, properties);
  document.body.append(list);
  await vi.waitFor(() => {
    expect(list.renderRoot.querySelector("li, p:not([role])")).not.toBeNull();
  });
  return list;
}

beforeEach(() => {
  server.programs = [program("Deep", 1), program("Busy", 2)];
  server.asked = [];
});

afterEach(() => {
  document.body.replaceChildren();
});

test("each program is said to be one, and whose, and how much it plays", async () => {
  const list = await shown({});
  const [deep] = list.renderRoot.querySelectorAll("li");
  expect(deep?.textContent).toContain("Deep thinks.");
  expect(deep?.textContent).toContain(t("players.standing.programOf", { owner: "Ada" }));
  expect(deep?.textContent).toContain(t("programs.tables", { count: 1, most: 2 }));
  expect(list.renderRoot.querySelector("button")).toBeNull();
});

const links = (root: ParentNode) =>
  Array.from(root.querySelectorAll("a[href^='/new']"), (link) => [
    link.textContent,
    link.getAttribute("href"),
  ]);

const gamesWithLinks = [
  ["Abyss", "/new?game=abyss"],
  ["old game", "/new?game=old%20game"],
];

test("the list says what each program plays, with a link to a table", async () => {
  const list = await shown({});
  const [deep] = list.renderRoot.querySelectorAll("li");
  expect(deep && links(deep)).toEqual(gamesWithLinks);
  expect(deep?.textContent).toContain(t("programs.games"));
});

test("at a new table, where the game is chosen, it does not", async () => {
  const list = await shown({ kind: { options: { abyss: {} }, seats: 2, clock: "NONE" } });
  expect(links(list.renderRoot)).toEqual([]);
});

test("a program's page says what it plays", async () => {
  const panel = document.createElement("gueridon-program");
  panel.player = "Deep";
  document.body.append(panel);
  await vi.waitFor(() => {
    expect(links(panel.renderRoot)).toEqual(gamesWithLinks);
  });
});

test("whoever shows the list is told which programs are there", async () => {
  const listed: unknown[] = [];
  const list = document.createElement("gueridon-ready-programs");
  list.addEventListener("gueridon-programs-listed", (event) => {
    listed.push((event as ListedEvent).detail);
  });
  document.body.append(list);
  await vi.waitFor(() => {
    expect(listed).toEqual([["Deep", "Busy"]]);
  });
});

test("a program with room can be chosen, and one that is busy cannot", async () => {
  const chosen: string[] = [];
  const list = await shown({ action: "Ask", chosen: ["Deep"] });
  list.addEventListener("gueridon-program", (event) => {
    chosen.push((event as ProgramEvent).detail.player.id);
  });
  const [deep, busy] = list.renderRoot.querySelectorAll("button");
  expect(deep?.getAttribute("aria-pressed")).toBe("true");
  expect(deep?.getAttribute("aria-label")).toBe("Ask: Deep");
  expect(busy?.getAttribute("aria-disabled")).toBe("true");
  deep?.click();
  busy?.click();
  expect(chosen).toEqual(["Deep"]);
});

test("another table asks again, and the same does not", async () => {
  const kind = { options: { abyss: {} }, seats: 2, clock: "NONE" };
  const list = await shown({ kind });
  Object.assign(list, { kind: { ...kind } });
  await list.updateComplete;
  Object.assign(list, { kind: { ...kind, seats: 3 } });
  await vi.waitFor(() => {
    expect(server.asked).toHaveLength(2);
  });
  expect(server.asked).toEqual([kind, { ...kind, seats: 3 }]);
});

test("without programs it says so", async () => {
  server.programs = [];
  const list = await shown({});
  expect(list.renderRoot.textContent).toContain(t("programs.none"));
});

test("a clock is one of three kinds", () => {
  expect(clockKind(null)).toBe("NONE");
  expect(clockKind({ live: { bankSeconds: 10 }, correspondence: null })).toBe("LIVE");
  expect(clockKind({ live: null, correspondence: { decisionSeconds: 60 } })).toBe("CORRESPONDENCE");
});

// The operators' page: what it shows of the servers, and what it sends when something is decided.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepToken } from "../../src/api/token.ts";
import { rates } from "../../src/operations/load-chart.ts";
import { $language } from "../../src/preferences/preferences.ts";

interface Server {
  facts: unknown;
  reports: unknown;
  players: unknown[];
  sent: unknown[];
  answer: unknown;
}

const server = vi.hoisted((): Server => ({
  facts: null,
  reports: null,
  players: [],
  sent: [],
  answer: { ok: true },
}));

vi.mock("../../src/api/client.ts", async (original) => ({
  ...(await original<object>()),
  ask: (document: { definitions: { name?: { value: string } }[] }, variables: unknown) => {
    const names = document.definitions.map(({ name }) => name?.value);
    if (names.includes("Operations")) {
      return Promise.resolve({ operations: server.facts, reports: server.reports });
    }
    server.sent.push(variables);
    if (names.includes("TablesOfBuild")) return Promise.resolve({ tablesOfBuild: [TABLE] });
    if (names.includes("RegisteredPlayers")) {
      return Promise.resolve({ registeredPlayers: server.players.shift() });
    }
    return Promise.resolve({ result: server.answer });
  },
}));
const { OperationsPage } = await import("../../src/operations/operations-page.ts");

const BUILD = "ab".repeat(32);
const TABLE = "01890a5d-ac96-774b-bcce-b302099a8057";

function facts(quarantine: string | null, stoppedTables: readonly object[] = []) {
  const at = "2026-01-01T12:00:00.000Z";
  return {
    servers: [
      { name: "0000aaaa-1", lastSeen: at, answers: true, load: null },
      {
        name: "0000bbbb-2",
        lastSeen: at,
        answers: false,
        load: { tables: 3, tableMebibytes: 2, processMebibytes: 80, plays: 1 },
      },
    ],
    builds: [
      {
        sha256: BUILD,
        game: "abyss",
        firstUsed: at,
        playing: 3,
        ended: 40,
        quarantine,
        isNewest: true,
      },
    ],
    stoppedTables,
    decisions: [
      {
        at,
        kind: "RELEASE",
        subject: BUILD,
        reason: "",
        by: { id: "7", name: "Olga", standing: "REGISTERED", owner: null },
      },
    ],
    loads: [0, 1, 2].map((minute) => ({
      at: `2026-01-01T12:0${String(minute)}:00.000Z`,
      load: { plays: 30 * minute },
    })),
  };
}

let page: InstanceType<typeof OperationsPage>;

async function open(what: unknown) {
  server.facts = what;
  page = new OperationsPage();
  document.body.append(page);
  await vi.waitFor(() => {
    expect(page.renderRoot.querySelectorAll("section").length).toBe(5);
  });
}

const text = () => page.renderRoot.textContent.replace(/\s+/g, " ");

const forms = () => [...page.renderRoot.querySelectorAll("gueridon-decision")];

/** Presses the button of a decision in one of the forms. */
async function decide(form: number, decision: string, reason = "") {
  const root = forms()[form]?.renderRoot;
  const field = root?.querySelector<HTMLInputElement>("input[name=reason]");
  if (field) field.value = reason;
  const button = root?.querySelector<HTMLButtonElement>(`button[value=${decision}]`);
  if (!root || !button) throw new Error(`no button for ${decision}`);
  const submit = new SubmitEvent("submit", { submitter: button, cancelable: true });
  root.querySelector("form")?.dispatchEvent(submit);
  await vi.waitFor(() => {
    expect(root.querySelector("form")?.textContent).toMatch(/Done|reason/);
  });
}

beforeEach(() => {
  $language.set("EN");
  keepToken("a token");
  server.sent = [];
  server.answer = { ok: true };
  server.reports = { nodes: [{ id: "1" }, { id: "2" }], pageInfo: { hasNextPage: false } };
});

afterEach(() => {
  page.remove();
});

test("servers, builds with their tables, and decisions are shown", async () => {
  await open(facts(null));
  expect(text()).toContain("0000aaaa");
  expect(text()).toContain("(this server)");
  expect(text()).toContain("In play: 3; ended: 40");
  expect(text()).toContain(
    "3 loaded tables (2 MiB) · one move since it started · 80 MiB of memory",
  );
  expect(page.renderRoot.querySelector("svg")?.getAttribute("aria-label")).toContain("now 30");
  expect(text()).toContain("build abababababab was released by Olga");
  expect(text()).toContain("Open reports: 2.");
  expect(text()).toContain("No table is stopped.");
  expect(text()).not.toContain("In quarantine");
});

test("a build is put into quarantine with a reason, and one in quarantine is released", async () => {
  await open(facts(null));
  await decide(0, "QUARANTINE", "it is odd");
  expect(server.sent).toEqual([
    { decision: "QUARANTINE", subject: BUILD, reason: "it is odd", language: "EN" },
  ]);
  page.remove();
  await open(facts("it is odd"));
  expect(text()).toContain("In quarantine: it is odd");
  await decide(0, "RELEASE");
  expect(server.sent[1]).toMatchObject({ decision: "RELEASE", reason: "" });
});

test("a stopped table goes on or is closed, and any table is stopped by its address", async () => {
  const stopped = { tableId: TABLE, reason: "a look", since: "2026-01-01T12:00:00Z" };
  await open(facts(null, [{ ...stopped, isClosing: false }]));
  await decide(1, "REOPEN");
  const input = page.renderRoot.querySelector<HTMLInputElement>("#table");
  if (!input) throw new Error("no field for a table");
  input.value = ` https://games.example.org/tables/${TABLE} `;
  input.dispatchEvent(new Event("input"));
  await page.updateComplete;
  await decide(2, "STOP", "wait");
  expect(server.sent).toEqual([
    { decision: "REOPEN", subject: TABLE, reason: "", language: "EN" },
    { decision: "STOP", subject: TABLE, reason: "wait", language: "EN" },
  ]);
});

test("the tables of a build are asked for when their list is opened", async () => {
  await open(facts(null));
  const tables = page.renderRoot.querySelector("gueridon-build-tables");
  const details = tables?.renderRoot.querySelector("details");
  if (!tables || !details) throw new Error("no tables of a build");
  expect(server.sent).toEqual([]);
  details.open = true;
  await vi.waitFor(() => {
    expect(tables.renderRoot.querySelector("a")?.getAttribute("href")).toBe(`/tables/${TABLE}`);
  });
  expect(server.sent).toEqual([{ build: BUILD, after: null }]);
});

test("a table that could not be loaded says what can be done, and can only be closed", async () => {
  const stopped = { tableId: TABLE, reason: "entry 3", since: "2026-01-01T12:00:00Z" };
  await open(facts(null, [{ ...stopped, isClosing: false, cause: "FAILURE" }]));
  expect(text()).toContain("gueridon upgrade");
  const buttons = forms()[1]?.renderRoot.querySelectorAll("button") ?? [];
  expect([...buttons].map((button) => button.value)).toEqual(["CLOSE"]);
});

test("players are found by the beginning of their names, a page at a time", async () => {
  const player = (name: string) => ({
    player: { id: name, name, standing: "REGISTERED", owner: null },
    role: "MODERATOR",
    since: "2026-01-01T12:00:00Z",
  });
  server.players = [
    { nodes: [player("Ada")], pageInfo: { hasNextPage: true, endCursor: "ada" } },
    { nodes: [player("Adam")], pageInfo: { hasNextPage: false, endCursor: "adam" } },
  ];
  await open(facts(null));
  const search = page.renderRoot.querySelector("gueridon-player-search");
  if (!search) throw new Error("no search");
  const found = () => [...search.renderRoot.querySelectorAll("li a")].map((a) => a.textContent);
  const input = search.renderRoot.querySelector<HTMLInputElement>("#begins");
  const box = search.renderRoot.querySelector<HTMLInputElement>("input[type=checkbox]");
  if (!input || !box) throw new Error("no fields");
  input.value = " Ad ";
  input.dispatchEvent(new Event("input"));
  box.checked = true;
  box.dispatchEvent(new Event("change"));
  search.renderRoot.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
  await vi.waitFor(() => {
    expect(found()).toEqual(["Ada"]);
  });
  expect(search.renderRoot.textContent).toContain("moderator");
  search.renderRoot.querySelector<HTMLButtonElement>("button[type=button]")?.click();
  await vi.waitFor(() => {
    expect(found()).toEqual(["Ada", "Adam"]);
  });
  expect(search.renderRoot.querySelector("button[type=button]")).toBeNull();
  expect(server.sent).toMatchObject([
    { begins: "Ad", hasRole: true, after: null },
    { begins: "Ad", hasRole: true, after: "ada" },
  ]);
});

test("a table that is being closed offers nothing more", async () => {
  await open(
    facts(null, [
      { tableId: TABLE, reason: "late", since: "2026-01-01T12:00:00Z", isClosing: true },
    ]),
  );
  expect(text()).toContain("Being closed: late");
  expect(forms().length).toBe(1);
});

test("a refusal is shown at the reason", async () => {
  await open(facts(null));
  server.answer = {
    ok: false,
    code: "BAD_REASON",
    message: "Say a shorter reason.",
    retryAfter: null,
  };
  await decide(0, "QUARANTINE", "x");
  const form = forms()[0]?.renderRoot.querySelector("form");
  expect(form?.textContent).toContain("Say a shorter reason.");
  expect(form?.querySelector("input")?.getAttribute("aria-invalid")).toBe("true");
});

test("plays a minute are counted between samples, and from nothing after a restart", () => {
  const samples = [
    { at: 0, plays: 10 },
    { at: 30_000, plays: 40 },
    { at: 60_000, plays: 5 },
  ];
  expect(rates(samples)).toEqual([60, 10]);
  expect(rates(samples.slice(0, 1))).toEqual([]);
});

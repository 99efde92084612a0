// The operators' page: what it shows of the servers, and what it sends when something is decided.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepToken } from "../../src/api/token.ts";
import { rates } from "../../src/operations/load-chart.ts";
import { $language } from "../../src/preferences/preferences.ts";

interface Server {
  facts: unknown;
  sent: unknown[];
  answer: unknown;
}

const server = vi.hoisted((): Server => ({ facts: null, sent: [], answer: { ok: true } }));

vi.mock("../../src/api/client.ts", async (original) => ({
  ...(await original<object>()),
  ask: (document: { definitions: { name?: { value: string } }[] }, variables: unknown) => {
    const isDecision = document.definitions.some(({ name }) => name?.value === "Decide");
    if (!isDecision) return Promise.resolve({ operations: server.facts });
    server.sent.push(variables);
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
      { name: "0000aaaa-1", lastSeen: at, answers: true },
      { name: "0000bbbb-2", lastSeen: at, answers: false },
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
    decisions: [{ at, kind: "RELEASE", subject: BUILD, reason: "" }],
    load: { tables: 3, tableMebibytes: 2, processMebibytes: 80, plays: 10 },
  };
}

let page: InstanceType<typeof OperationsPage>;

async function open(what: unknown) {
  server.facts = what;
  page = new OperationsPage();
  document.body.append(page);
  await vi.waitFor(() => {
    expect(page.renderRoot.querySelectorAll("section").length).toBe(4);
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
});

afterEach(() => {
  page.remove();
});

test("servers, builds with their tables, and decisions are shown", async () => {
  await open(facts(null));
  expect(text()).toContain("0000aaaa");
  expect(text()).toContain("(this server)");
  expect(text()).toContain("In play: 3; ended: 40");
  expect(text()).toContain("build abababababab was released");
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

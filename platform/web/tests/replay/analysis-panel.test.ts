// The analysis: when it can be asked for, how far it is, and that its graph, marks and tables say it.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  AnalysisOfDocument,
  type LiveTableFragment,
  type WholeAnalysisFragment,
} from "../../src/api/generated.ts";
import { $language } from "../../src/preferences/preferences.ts";
import { cornersOf, dashOf, placeOf } from "../../src/replay/analysis-graph.ts";
import { ask } from "../support/server.ts";

interface Update {
  analysis: WholeAnalysisFragment | null;
}
let updates: Update[] = [];

vi.mock("../../src/api/client.ts", async (original) => ({
  ...(await (await import("../support/server.ts")).answering(original as () => Promise<object>)),
  // eslint-disable-next-line @typescript-eslint/require-await -- the real one waits
  listen: async function* () {
    yield* updates;
  },
}));
const { AnalysisPanel } = await import("../../src/replay/analysis-panel.ts");

const EMPTY: WholeAnalysisFragment = {
  stage: "UNDER_WAY",
  progress: 0.5,
  iterations: null,
  plays: null,
  lookedAt: null,
  cutAt: null,
  points: [],
  turningPoints: [],
  shares: [],
};

const DONE: WholeAnalysisFragment = {
  ...EMPTY,
  stage: "DONE",
  progress: 1,
  iterations: 1_000,
  plays: 8,
  lookedAt: 8,
  points: [
    { at: 0, seat: 0, known: [0.5, 0.5], actual: [0.25, 0.75] },
    { at: 7, seat: 1, known: [0.4, 0.6], actual: [0.3, 0.7] },
    { at: 8, seat: null, known: [1, 0], actual: [1, 0] },
  ],
  turningPoints: [
    { entry: 8, seat: 1, cause: "LOST_CHANCE", change: -0.7, words: "Bo gives away 70 points." },
  ],
  shares: [
    { seat: 0, own: 0, others: 0.7, luck: -0.05 },
    { seat: 1, own: -0.7, others: 0, luck: 0.05 },
  ],
};

const TABLE = {
  id: "t",
  status: "OVER",
  seat: 0,
  seq: 8,
  seats: [
    { number: 0, name: "Ada" },
    { number: 1, name: "Bo" },
  ],
} as unknown as LiveTableFragment;

let panel: InstanceType<typeof AnalysisPanel>;
/** What the server knows. */
let kept: WholeAnalysisFragment | null;
let canAnalyse: boolean;
let asked: { ok: boolean; code?: string; message?: string };

const texts = (selector: string) =>
  [...panel.renderRoot.querySelectorAll(selector)].map((one) =>
    one.textContent.replaceAll(/\s+/g, " ").trim(),
  );

const rows = (within: string) =>
  [...panel.renderRoot.querySelectorAll(`${within} tbody tr`)].map((row) =>
    [...row.children].map((cell) => cell.textContent.trim()),
  );

async function show(more: object = {}) {
  panel.table = { ...TABLE, ...more };
  await panel.updateComplete;
}

beforeEach(() => {
  $language.set("EN");
  [kept, canAnalyse, updates, asked] = [null, true, [], { ok: true }];
  ask
    .mockReset()
    .mockImplementation((document) =>
      Promise.resolve(
        document === AnalysisOfDocument
          ? { table: { canAnalyse, analysis: kept } }
          : { result: asked },
      ),
    );
  panel = new AnalysisPanel();
  document.body.append(panel);
});

afterEach(() => {
  panel.remove();
});

test.each([
  ["the game goes on", true, { status: "PLAYING" }],
  ["the visitor did not sit there", false, {}],
])("no analysis is offered where %s", async (_, may, more) => {
  canAnalyse = may;
  await show(more);
  await new Promise((resolve) => setTimeout(resolve));
  expect(texts("button")).toEqual([]);
});

test("an analysis is asked for, shows how far it is, and is drawn when it is done", async () => {
  await show();
  await vi.waitFor(() => {
    expect(texts("button")).toEqual(["Analyse this game"]);
  });
  updates = [{ analysis: EMPTY }, { analysis: DONE }];
  panel.renderRoot.querySelector("button")?.click();
  await vi.waitFor(() => {
    expect(texts("h2")).toEqual(["Analysis"]);
  });
  expect(texts("ol li")).toEqual(["Bo gives away 70 points. Move 8"]);
  expect(panel.renderRoot.querySelectorAll(".graph polyline")).toHaveLength(2);
  expect(texts(".mark")).toEqual(["1"]);
  // For screen readers the graph is a table as well.
  expect(rows("#figures")).toEqual([
    ["0", "25%", "75%"],
    ["7", "30%", "70%"],
    ["8", "100%", "0%"],
  ]);
  expect(rows("details:not(#figures)")).toEqual([
    ["Ada", "0%", "+70%", "−5%"],
    ["Bo", "−70%", "0%", "+5%"],
  ]);
  const select = panel.renderRoot.querySelector("select");
  if (select) select.value = "known";
  select?.dispatchEvent(new Event("change"));
  await panel.updateComplete;
  expect(rows("#figures")[0]).toEqual(["0", "50%", "50%"]);
});

test("progress is shown while it is made", async () => {
  [kept, updates] = [EMPTY, [{ analysis: { ...EMPTY, progress: 0.75 } }]];
  await show();
  await vi.waitFor(() => {
    expect(panel.renderRoot.querySelector("progress")?.value).toBe(0.75);
  });
});

test("a mark and its sentence lead to the entry", async () => {
  kept = DONE;
  await show();
  await vi.waitFor(() => {
    expect(texts("h2")).toEqual(["Analysis"]);
  });
  const jumps: unknown[] = [];
  panel.addEventListener("gueridon-look", (event) => jumps.push(event.detail));
  panel.renderRoot.querySelector<HTMLElement>(".mark")?.click();
  panel.renderRoot.querySelector<HTMLElement>("ol button")?.click();
  expect(jumps).toEqual([
    { at: 8, eyes: "own" },
    { at: 8, eyes: "own" },
  ]);
});

test("what happened at the shown entry is said under the graph", async () => {
  kept = DONE;
  panel.position = { at: 8, eyes: "own" };
  await show();
  await vi.waitFor(() => {
    expect(texts(".said")).toEqual(["Bo gives away 70 points."]);
  });
  panel.position = { at: 7, eyes: "own" };
  await panel.updateComplete;
  expect(texts(".said")).toEqual([]);
});

test("a refusal and a lost analysis are said, and it can be asked for again", async () => {
  asked = { ok: false, code: "NO_ANALYSIS", message: "This game cannot be analysed." };
  await show();
  await vi.waitFor(() => {
    expect(texts("button")).toEqual(["Analyse this game"]);
  });
  panel.renderRoot.querySelector("button")?.click();
  await vi.waitFor(() => {
    expect(texts(".refusal")).toEqual(["This game cannot be analysed."]);
  });
  asked = { ok: true };
  updates = [{ analysis: { ...EMPTY, stage: "LOST", progress: 0 } }];
  panel.renderRoot.querySelector("button")?.click();
  await vi.waitFor(() => {
    expect(texts(".refusal")).toEqual(["The analysis failed. You can ask for it again."]);
  });
  expect(texts("button")).toEqual(["Analyse this game"]);
});

test("a line has a corner for each point, and seats have lines of their own", () => {
  expect(cornersOf(DONE.points, "actual", 1, 8)).toBe("0.0,75.0 875.0,90.0 1000.0,300.0");
  expect(cornersOf(DONE.points, "known", 0, 8)).toBe("0.0,150.0 875.0,180.0 1000.0,0.0");
  expect(placeOf(3, 0)).toBe(0);
  expect(new Set([0, 1, 2, 3, 4, 5, 6].map(dashOf)).size).toBe(7);
});

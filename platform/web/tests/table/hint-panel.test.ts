// Hints: when one is offered, what is shown of it, and that it can be played.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveTableFragment } from "../../src/api/generated.ts";
import { $language } from "../../src/preferences/preferences.ts";
import { ask } from "../support/server.ts";

vi.mock("../../src/api/client.ts", async (original) =>
  (await import("../support/server.ts")).answering(original as () => Promise<object>),
);
const { HintPanel } = await import("../../src/table/hint-panel.ts");

const STEPS = [
  { move: { agora: { take: 1 } }, words: "Take the lamp" },
  { move: { agora: { pass: "YES" } }, words: "Pass" },
];
const HINT = { ok: true, chance: 0.625, iterations: 4_000, steps: STEPS };

function tableWith(more: object): LiveTableFragment {
  const table = { id: "t", status: "PLAYING", seat: 0, toAct: [0], since: 3, seq: 3 };
  return { ...table, hasHints: true, isPaused: false, ...more } as unknown as LiveTableFragment;
}

let panel: InstanceType<typeof HintPanel>;

async function show(table: LiveTableFragment) {
  panel.table = table;
  await panel.updateComplete;
}

const texts = (selector: string) =>
  [...panel.renderRoot.querySelectorAll(selector)].map((one) =>
    one.textContent.replaceAll(/\s+/g, " ").trim(),
  );
const press = (label: string) => {
  const buttons = [...panel.renderRoot.querySelectorAll("button")];
  buttons.find((button) => button.textContent.trim() === label)?.click();
};

async function found() {
  press("Show a hint");
  await vi.waitFor(() => {
    expect(texts("li")).toEqual(["Take the lamp", "Pass"]);
  });
}

beforeEach(() => {
  $language.set("EN");
  ask.mockReset().mockResolvedValue({ result: HINT });
  panel = new HintPanel();
  document.body.append(panel);
});

afterEach(() => {
  panel.remove();
});

test.each([
  ["hints are off", { hasHints: false }],
  ["it is another's turn", { toAct: [1] }],
  ["the table is paused", { isPaused: true }],
  ["the game is over", { status: "OVER" }],
  ["the visitor watches", { seat: null, toAct: [] }],
])("no hint is offered where %s", async (_, more) => {
  await show(tableWith(more));
  expect(texts("button")).toEqual([]);
});

test("a hint is shown in words with its chance, and played as it is", async () => {
  await show(tableWith({}));
  await found();
  expect(texts("p")[0]).toBe("Estimated chance of winning: 63% Based on 4,000 simulated games");
  const played = new Promise<unknown>((resolve) => {
    panel.addEventListener("gueridon-play", (event) => {
      resolve(event.detail.steps);
    });
  });
  press("Play these moves");
  expect(await played).toEqual(STEPS.map(({ move }) => move));
});

test("a hint that is found is scrolled into sight", async () => {
  const scrolled = vi
    .spyOn(Element.prototype, "scrollIntoView")
    .mockImplementation(() => undefined);
  await show(tableWith({}));
  await found();
  await vi.waitFor(() => {
    expect(scrolled.mock.contexts).toEqual([panel.renderRoot.querySelector("section")]);
  });
  expect(panel.renderRoot.querySelector("section")).not.toBeNull();
  scrolled.mockRestore();
});

test("a hint goes with the question that it was for", async () => {
  await show(tableWith({}));
  await found();
  await show(tableWith({ since: 4, seq: 4 }));
  expect(texts("li")).toEqual([]);
});

test("what is found too late is not shown", async () => {
  let answer: (found: unknown) => void = () => undefined;
  ask.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  await show(tableWith({}));
  press("Show a hint");
  await panel.updateComplete;
  expect(texts("button")).toEqual(["Searching…"]);
  await show(tableWith({ since: 4, seq: 4 }));
  answer({ result: HINT });
  await vi.waitFor(() => {
    expect(texts("button")).toEqual(["Show a hint"]);
  });
  expect(texts("li")).toEqual([]);
});

test("why there is no hint is said", async () => {
  ask.mockResolvedValue({ result: { ok: false, message: "The game cannot search." } });
  await show(tableWith({}));
  press("Show a hint");
  await vi.waitFor(() => {
    expect(texts(".refusal")).toEqual(["The game cannot search."]);
  });
});

// Discards before a refill are composed, so that they can be thought over, and sent together.
import { expect, test } from "vitest";
import { ComposeEvent, PlayEvent, type Preview } from "@gueridon/element";
import { all, offers, one, stage } from "./stage.ts";

const discarding = stage.find(
  (position) => offers("refill")(position) && position.moves.length > 2 && position.seat !== null,
);

/** A board in the middle of its discards, and what it has sent. */
async function discard() {
  const table = await stage.show(discarding);
  const composed: unknown[][] = [];
  const played: unknown[][] = [];
  table.addEventListener(ComposeEvent.type, ({ detail }) => composed.push([...detail.steps]));
  table.addEventListener(PlayEvent.type, ({ detail }) => played.push([...detail.steps]));
  one(table, ".hand .act").click();
  await table.updateComplete;
  return { table, composed, played };
}

/** The answer of the page to composed steps: the rest can still be discarded. */
function answer(steps: readonly unknown[], more: Partial<Preview> = {}): Preview {
  const { view, moves } = discarding;
  const [gone] = steps;
  const left = moves.filter(({ move }) => JSON.stringify(move) !== JSON.stringify(gone));
  return {
    steps,
    refusal: null,
    prompt: "Discard what you like, then refill your hand.",
    view,
    moves: left,
    told: [],
    isUncertain: false,
    ...more,
  };
}

test("a discard is composed, and the refill sends all of them", async () => {
  const { table, composed, played } = await discard();
  expect(composed).toHaveLength(1);
  expect(played).toEqual([]);
  table.preview = answer(composed[0] ?? []);
  await table.updateComplete;
  one(table, '.do[data-move~="refill"]').click();
  const refill = { allegeance: { refill: "YES" } };
  expect(played).toEqual([[...(composed[0] ?? []), refill]]);
});

test("until the preview is there nothing else can be chosen", async () => {
  const { table, composed, played } = await discard();
  for (const button of all(table, ".act, .do")) button.click();
  expect(composed).toHaveLength(1);
  expect(played).toEqual([]);
});

test("composed discards are dropped on demand, and forgotten with the question", async () => {
  const { table, composed } = await discard();
  table.preview = answer(composed[0] ?? []);
  await table.updateComplete;
  one(table, '[data-key="cancel"]').click();
  await table.updateComplete;
  expect(composed.at(-1)).toEqual([]);
  expect(all(table, '[data-key="cancel"]')).toHaveLength(0);
  one(table, ".hand .act").click();
  await table.updateComplete;
  expect(all(table, '[data-key="cancel"]')).toHaveLength(1);
  table.table = stage.stateOf(discarding, 2, 2);
  await table.updateComplete;
  expect(all(table, '[data-key="cancel"]')).toHaveLength(0);
});

test("why composed discards are refused is said, and they can be dropped", async () => {
  const { table, composed } = await discard();
  const why = "That card is not in your hand.";
  table.preview = answer(composed[0] ?? [], { refusal: why, view: null, moves: [] });
  await table.updateComplete;
  expect(one(table, ".refusal").textContent).toContain(why);
  expect(all(table, ".do")).toHaveLength(0);
  expect(all(table, '[data-key="cancel"]')).toHaveLength(1);
});

test("what ends a question stands out only where nothing else is left to do", async () => {
  const shown = await stage.show(discarding);
  expect(one(shown, '.do[data-move~="refill"]').classList).not.toContain("main");
  const moves = discarding.moves.filter(({ move }) => JSON.stringify(move).includes('"refill"'));
  const last = await stage.show({ ...discarding, moves });
  expect(one(last, '.do[data-move~="refill"]').classList).toContain("main");
});

// Payments: their sum, composing and sending them.
import { expect, test } from "vitest";
import { ComposeEvent, PlayEvent, type LegalMove, type Preview } from "@gueridon/element";
import type { AbyssCards, AbyssView } from "../src/generated.ts";
import { sumOf } from "../src/payment.ts";
import type { AbyssTable } from "../src/table.ts";
import { all, button, nameOf, offers, one, positions, stage, type Position } from "./stage.ts";

const paying = positions.filter(
  ({ view, moves }) => view.question === "PAY_LORD" && moves.length > 0,
);

test.each(paying.map((position, place) => ({ place, position })))(
  "the missing value is that of the server's prompt (payment $place)",
  ({ position: { view, prompt } }) => {
    const missing = /Value still missing: (\d+)/.exec(prompt ?? "")?.[1] ?? "0";
    expect(sumOf(view)?.missing).toBe(Number(missing));
  },
);

test("a Treasurer, an opponent's Recruiter and a Diplomat change what a Lord costs", () => {
  const lords = (...names: string[]) => names.map((lord) => ({ lord, place: "FREE" }));
  const view = (own: string[], other: string[]) =>
    ({
      active: 0,
      recruiting: "jailer",
      payment: [
        { card: "crab_2", count: 1 },
        { card: "kraken_3", count: 1 },
      ],
      players: [
        { seat: 0, lords: lords(...own) },
        { seat: 1, lords: lords(...other) },
      ],
    }) as unknown as AbyssView;
  expect(sumOf(view([], []))).toMatchObject({ cost: 6, value: 5, missing: 1, krakens: 1 });
  expect(sumOf(view([], []))).toMatchObject({ races: ["crab"], demanded: 3, lacks: null });
  expect(sumOf(view(["treasurer"], []))).toMatchObject({ cost: 4, missing: 0 });
  expect(sumOf(view([], ["recruiter"]))).toMatchObject({ cost: 8, missing: 3 });
  expect(sumOf(view(["shaman"], ["recruiter"]))).toMatchObject({ cost: 6 });
  expect(sumOf(view(["recruiter"], ["treasurer"]))).toMatchObject({ cost: 6 });
});

test.each([
  ["seahorse_5", "crab_3", null],
  ["seahorse_5", "kraken_3", null],
  ["seahorse_5", "squid_2", "crab"],
] as const)("for the Seeker %s and %s lack: %s", (first, second, lacks) => {
  const view = (lord: string) =>
    ({
      active: 0,
      recruiting: "seeker",
      payment: [first, second].map((card) => ({ card, count: 1 })),
      players: [{ seat: 0, lords: [{ lord, place: "FREE" }] }],
    }) as unknown as AbyssView;
  expect(sumOf(view("miller"))).toMatchObject({ lacks });
  expect(sumOf(view("diplomat"))).toMatchObject({ lacks: null });
});

test("after the payment nothing is missing, and the Allies are still shown", async () => {
  const table = await stage.show(stage.find(({ view }) => view.question === "AFFILIATE"));
  expect(all(table, ".payment dt").map((one) => one.textContent)).toEqual(["Value", "Races"]);
  expect(all(table, ".payment .lacks")).toHaveLength(0);
});

test("a Lord at Court shows the modified cost, with the printed cost in its tip", async () => {
  const { view, ...rest } = stage.find(
    ({ view: shown, seat }) => shown.question === "ACT" && seat !== null,
  );
  const costs = async (...names: string[]) => {
    const lords = names.map((lord) => ({ lord, place: "FREE", location: null }));
    const players = view.players.map((player) => ({
      ...player,
      lords: player.seat === rest.seat ? lords : [],
    }));
    const table = await stage.show({
      ...rest,
      view: { ...view, court: ["jailer"], players } as AbyssView,
    });
    return all(table, ".court .cost").map(({ dataset }) => dataset["tip"]);
  };
  const printed = "Costs 6, with Allies of 3 races, among them: Crab";
  expect(await costs()).toEqual([printed]);
  expect(await costs("treasurer", "diplomat")).toEqual([
    "Costs 4, with Allies of 3 races (printed: 6)",
  ]);
});

test("there is no payment unless a Lord is being recruited", () => {
  expect(sumOf(stage.find(({ view }) => view.question === "ACT").view)).toBeNull();
});

const RECRUIT: LegalMove = {
  move: { abyss: { recruit: { lord: "jailer" } } },
  words: "Recruit: The Jailer",
};
const SPEND: LegalMove = {
  move: { abyss: { spend: { ally: "crab_5" } } },
  words: "Spend: Crab (5)",
};
const PAY: LegalMove = { move: { abyss: { pay: "YES" } }, words: "Pay" };

/** A position in which the viewer can recruit the Jailer and has a Crab in hand. */
async function recruiting() {
  const { view, seat, ...rest } = stage.find(offers("explore"));
  const hand: AbyssCards[] = [{ __typename: "AbyssCards", card: "crab_5", count: 1 }];
  const players = view.players.map((player) =>
    player.seat === seat ? { ...player, hand } : player,
  );
  const start: Position = {
    ...rest,
    seat,
    view: { ...view, court: ["jailer"], players },
    moves: [RECRUIT],
  };
  const table = await stage.show(start);
  const told: [string, readonly unknown[]][] = [];
  table.addEventListener(ComposeEvent.type, ({ detail }) => told.push(["compose", detail.steps]));
  table.addEventListener(PlayEvent.type, ({ detail }) => told.push(["play", detail.steps]));
  return { table, told, start };
}

function answer(
  start: Position,
  steps: readonly LegalMove[],
  more: Partial<Preview> = {},
): Preview {
  const payment = steps.includes(SPEND) ? [{ card: "crab_5", count: 1 }] : [];
  return {
    steps: steps.map(({ move }) => move),
    refusal: null,
    prompt: "Choose the Allies to spend.",
    view: { ...start.view, question: "PAY_LORD", recruiting: "jailer", payment },
    moves: steps.includes(SPEND) ? [PAY] : [SPEND],
    told: [],
    isUncertain: false,
    ...more,
  };
}

const press = async (table: AbyssTable, name: string) => {
  button(table, name).click();
  await table.updateComplete;
};

test("a recruitment is composed step by step, and its payment sends the whole as one entry", async () => {
  const { table, told, start } = await recruiting();
  await press(table, RECRUIT.words);
  expect(told).toEqual([["compose", [RECRUIT.move]]]);
  table.preview = answer(start, [RECRUIT]);
  await table.updateComplete;
  await press(table, SPEND.words);
  expect(told.at(-1)).toEqual(["compose", [RECRUIT.move, SPEND.move]]);
  table.preview = answer(start, [RECRUIT, SPEND]);
  await table.updateComplete;
  expect(
    all(table, ".payment dd").map((one) => one.textContent.replace(/\s+/g, " ").trim()),
  ).toEqual(["5/6", "1/3 Crab", "Pearls 1"]);
  await press(table, PAY.words);
  expect(told.at(-1)).toEqual(["play", [RECRUIT.move, SPEND.move, PAY.move]]);
});

test("until the preview arrives no step can be added, but all can be cancelled", async () => {
  const { table, told } = await recruiting();
  await press(table, RECRUIT.words);
  await press(table, RECRUIT.words);
  expect(told).toHaveLength(1);
  await press(table, "Cancel");
  expect(told.at(-1)).toEqual(["compose", []]);
  expect(all(table, ".payment")).toHaveLength(0);
});

test("the last preview stays until the next one arrives, so that nothing flickers", async () => {
  const { table, start } = await recruiting();
  await press(table, RECRUIT.words);
  table.preview = answer(start, [RECRUIT]);
  await table.updateComplete;
  await press(table, SPEND.words);
  expect(one(table, "#moves").textContent).toBe("Choose the Allies to spend.");
});

test("one step is taken back at a time", async () => {
  const { table, told, start } = await recruiting();
  await press(table, RECRUIT.words);
  table.preview = answer(start, [RECRUIT]);
  await table.updateComplete;
  await press(table, SPEND.words);
  table.preview = answer(start, [RECRUIT, SPEND]);
  await table.updateComplete;
  await press(table, "Undo the last step");
  expect(told.at(-1)).toEqual(["compose", [RECRUIT.move]]);
});

test("a refusal is shown, and the steps can only be cancelled", async () => {
  const { table, start } = await recruiting();
  await press(table, RECRUIT.words);
  const refusal = "Your Allies and Pearls cannot pay for The Jailer.";
  table.preview = answer(start, [RECRUIT], { refusal, view: null, moves: [] });
  await table.updateComplete;
  expect(all(table, "[role=alert]").map((one) => one.textContent)).toEqual([refusal]);
  expect(all(table, ".act")).toHaveLength(0);
  expect(all(table, ".bar button").map(nameOf)).toEqual(["Cancel"]);
});

test("an uncertain preview says that it is one possibility", async () => {
  const { table, start } = await recruiting();
  await press(table, RECRUIT.words);
  table.preview = answer(start, [RECRUIT], { isUncertain: true });
  await table.updateComplete;
  expect(all(table, "[role=status]")[0]?.textContent).toContain("one possibility");
});

test("composed steps are dropped when the page removes their preview", async () => {
  const { table, told, start } = await recruiting();
  await press(table, RECRUIT.words);
  table.preview = answer(start, [RECRUIT]);
  await table.updateComplete;
  table.table = stage.stateOf(start, 2);
  table.moves = [PAY];
  table.preview = null;
  await table.updateComplete;
  expect(all(table, ".payment")).toHaveLength(0);
  expect(all(table, ".bar button").map(nameOf)).toEqual(["Pay"]);
  expect(told).toHaveLength(1);
});

test("composed steps are kept when another plays before their preview has come", async () => {
  const { table, told, start } = await recruiting();
  await press(table, RECRUIT.words);
  table.table = stage.stateOf(start, 2);
  await table.updateComplete;
  table.preview = answer(start, [RECRUIT]);
  await table.updateComplete;
  await press(table, SPEND.words);
  expect(told.at(-1)).toEqual(["compose", [RECRUIT.move, SPEND.move]]);
});

test("composed steps without a preview are dropped when the question changes", async () => {
  const { table, start } = await recruiting();
  await press(table, RECRUIT.words);
  table.table = stage.stateOf(start, 2, 2);
  await table.updateComplete;
  expect(all(table, '[data-key="cancel"]')).toHaveLength(0);
  expect(button(table, RECRUIT.words).ariaDisabled).not.toBe("true");
});

test("composed steps are kept if the page renews their preview after a new entry", async () => {
  const { table, told, start } = await recruiting();
  await press(table, RECRUIT.words);
  table.preview = answer(start, [RECRUIT]);
  await table.updateComplete;
  table.table = stage.stateOf(start, 2);
  await table.updateComplete;
  table.preview = answer(start, [RECRUIT]);
  await table.updateComplete;
  await press(table, SPEND.words);
  expect(told).toEqual([
    ["compose", [RECRUIT.move]],
    ["compose", [RECRUIT.move, SPEND.move]],
  ]);
});

test("composed steps are dropped in a replay", async () => {
  const { table, start } = await recruiting();
  await press(table, RECRUIT.words);
  table.preview = answer(start, [RECRUIT]);
  await table.updateComplete;
  expect(all(table, ".payment")).toHaveLength(1);
  table.table = { ...stage.stateOf(start), isReplay: true };
  await table.updateComplete;
  expect(all(table, ".payment")).toHaveLength(0);
  table.table = stage.stateOf(start);
  await table.updateComplete;
  expect(all(table, ".payment")).toHaveLength(0);
});

test("refused steps stay composed", async () => {
  const { table, told, start } = await recruiting();
  await press(table, RECRUIT.words);
  table.preview = answer(start, [RECRUIT], { moves: [PAY] });
  await table.updateComplete;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await press(table, PAY.words);
    table.isBusy = true;
    await table.updateComplete;
    table.isBusy = false;
    await table.updateComplete;
  }
  expect(told.slice(1)).toEqual([
    ["play", [RECRUIT.move, PAY.move]],
    ["play", [RECRUIT.move, PAY.move]],
  ]);
});

test("all cards of a discard but the last are composed; a single one is discarded at once", async () => {
  const position = stage.find(
    ({ view, seat, moves }) =>
      moves.length > 0 &&
      view.players.some((player) => player.seat === seat && player.toDiscard > 0),
  );
  for (const [toDiscard, type] of [
    [1, PlayEvent.type],
    [2, ComposeEvent.type],
  ] as const) {
    const players = position.view.players.map((player) => ({ ...player, toDiscard }));
    const table = await stage.show({ ...position, view: { ...position.view, players } });
    const heard: string[] = [];
    for (const one of [PlayEvent.type, ComposeEvent.type]) {
      table.addEventListener(one, () => heard.push(one));
    }
    await press(table, position.moves[0]?.words ?? "");
    expect(heard).toEqual([type]);
  }
});

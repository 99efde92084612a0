// The table shows the whole view, and keeps the focus.
import { expect, test } from "vitest";
import type { AbyssCards } from "../src/generated.ts";
import {
  all,
  button,
  catalogue,
  fail,
  showPosition,
  nameOf,
  positions,
  type Position,
} from "./stage.ts";

/** A copy that records which of its fields were never read. */
function watched(root: object): { readonly seen: object; readonly unread: () => string[] } {
  const unread = new Map<string, true>();
  const wrap = (value: unknown, path: string): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const isList = Array.isArray(value);
    const copy = isList ? [...(value as unknown[])] : { ...value };
    for (const key of Object.keys(copy)) {
      if (!isList && key !== "__typename") unread.set(`${path}.${key}`, true);
    }
    return new Proxy(copy, {
      get: (target, key) => {
        const place = isList ? path : `${path}.${String(key)}`;
        unread.delete(place);
        return wrapped(target, key, place);
      },
    });
  };
  const made = new WeakMap<object, Map<PropertyKey, unknown>>();
  const wrapped = (target: object, key: PropertyKey, path: string) => {
    const known = made.get(target) ?? new Map<PropertyKey, unknown>();
    made.set(target, known);
    if (!known.has(key)) known.set(key, wrap(Reflect.get(target, key), path));
    return known.get(key);
  };
  return { seen: wrap(root, "view") as object, unread: () => [...unread.keys()] };
}

const SOME = positions
  .map((position, place) => ({ position, place }))
  .filter(({ position, place }) => place % 3 === 0 || position.view.deck);

// One test per position: on a busy machine all of them together would exceed the time limit.
test.each(SOME)(
  "rendering reads every field of the view: position $place",
  async ({ position }) => {
    const { seen, unread } = watched(position.view);
    await showPosition({ ...position, view: seen as typeof position.view });
    // `payment` is only needed during one, and `canBePlaced` only for a Sentinel without a place.
    const { recruiting, payment, kraken } = position.view;
    const isIdle = recruiting === null && payment.length === 0;
    const isPlaced = kraken?.sentinels.every((one) => one.lord ?? one.race ?? one.location);
    const left = unread().filter(
      (path) =>
        !(path === "view.payment" && isIdle) &&
        !(path === "view.kraken.sentinels.canBePlaced" && isPlaced),
    );
    expect(left).toEqual([]);
  },
);

test("every card on the table is named", async () => {
  for (const position of positions.slice(0, 12)) {
    const table = await showPosition(position);
    const text = table.renderRoot.textContent;
    const { view } = position;
    for (const id of [
      ...view.court,
      ...view.locations,
      ...view.players.flatMap(({ lords, locations }) => [
        ...lords.map(({ lord }) => lord),
        ...locations,
      ]),
    ]) {
      expect(text).toContain(catalogue.get(id)?.name);
    }
  }
});

test("a dialog has the details of a Lord, and can be closed", async () => {
  const position = positions.find(({ view }) => view.court.length > 0) ?? fail("an empty Court");
  const [lord = ""] = position.view.court;
  const table = await showPosition(position);
  button(table, `About: ${catalogue.get(lord)?.name ?? ""}`).click();
  await table.updateComplete;
  const [dialog] = all(table, "dialog");
  expect(dialog?.textContent).toContain(catalogue.get(lord)?.text);
  expect(dialog?.textContent).toMatch(/Costs \d+, with Allies of \d race/);
  (dialog as HTMLDialogElement).close();
  await table.updateComplete;
  expect(all(table, "dialog")).toHaveLength(0);
});

test("a dialog stays open if the event of an earlier one that was closed comes late", async () => {
  const position = positions.find(({ view }) => view.court.length > 0) ?? fail("an empty Court");
  const [lord = ""] = position.view.court;
  const table = await showPosition(position);
  button(table, `About: ${catalogue.get(lord)?.name ?? ""}`).click();
  await table.updateComplete;
  const [dialog] = all(table, "dialog") as HTMLDialogElement[];
  expect(dialog?.open).toBe(true);
  dialog?.dispatchEvent(new Event("close"));
  await table.updateComplete;
  expect(all(table, "dialog")).toHaveLength(1);
});

test("cards without a step only have a button for their details", async () => {
  const idle = positions.find(({ moves, seat }) => moves.length === 0 && seat !== null);
  const table = await showPosition(idle ?? fail("everybody acts"));
  expect(all(table, ".act, .do")).toHaveLength(0);
  expect(all(table, ".about").length).toBeGreaterThan(0);
});

test("the focus stays on its button, or moves to the neighbour if it is removed", async () => {
  const spends = positions.find(
    ({ moves }) => moves.filter(({ words }) => words.startsWith("Spend")).length > 1,
  );
  const { view, moves, ...rest } = spends ?? fail("nobody has two cards to spend");
  const table = await showPosition({ view, moves, ...rest });
  const [first, second] = all(table, ".hand .act");
  first?.focus();
  table.view = { ...view, threat: 6 };
  await table.updateComplete;
  expect((table.renderRoot as ShadowRoot).activeElement).toBe(first);
  const gone = first?.dataset["key"]?.replace("hand:", "");
  table.moves = moves.filter(({ move }) => !JSON.stringify(move).includes(String(gone)));
  await table.updateComplete;
  const held = (table.renderRoot as ShadowRoot).activeElement as HTMLElement;
  expect(nameOf(held)).toBe(second ? nameOf(second) : "");
});

test("at Court the focus moves to the next Lord with a step", async () => {
  const found = positions.find(({ view }) => view.question === "ACT" && view.court.length > 3);
  const { view, ...rest } = found ?? fail("nobody acts");
  const moves = view.court.map((lord) => ({ move: { abyss: { recruit: { lord } } }, words: lord }));
  const table = await showPosition({ ...rest, view, moves });
  const [, second, third] = all(table, ".court .act");
  second?.focus();
  table.moves = moves.toSpliced(1, 1);
  await table.updateComplete;
  expect((table.renderRoot as ShadowRoot).activeElement).toBe(third);
});

test("choosing in a dialog closes it, so that the focus returns", async () => {
  const [position] = positions.filter(({ view }) => view.question === "ACT");
  const { view, ...rest } = position ?? fail("nobody acts");
  const moves = [1, 2].map((count) => ({
    move: { abyss: { drawLocations: { count } } },
    words: `Draw ${count}`,
  }));
  const table = await showPosition({ ...rest, view, moves });
  button(table, "Location deck size: 2 ways to use it").click();
  await table.updateComplete;
  const [dialog] = all(table, "dialog") as HTMLDialogElement[];
  expect(dialog?.open).toBe(true);
  button(table, "Draw 2").click();
  await table.updateComplete;
  expect(dialog?.open).toBe(false);
  expect(all(table, "dialog")).toHaveLength(0);
});

test("players who are not asked see the question to the others", async () => {
  const isPaying = ({ view }: Position) => view.question === "PAY_LORD";
  const paying = positions.find(isPaying) ?? fail("nobody pays");
  const table = await showPosition({ ...paying, seat: null });
  const [payer = -1] = paying.view.toAct;
  expect(all(table, ".asked").map((one) => one.textContent.trim())).toEqual([
    `Player ${payer + 1}: Pay lord`,
  ]);
  table.table = { ...table.table, seat: payer };
  await table.updateComplete;
  expect(all(table, ".asked")).toHaveLength(0);
});

test("a power in use is shown with the owner of its Lord", async () => {
  const [position] = positions;
  const { view, ...rest } = position ?? fail("there are no positions");
  const commander = { __typename: "AbyssLordInPlay", lord: "commander", place: "FREE" } as const;
  const owner = view.players.find(({ seat }) => seat !== view.active)?.seat;
  const whose = async (holder: number | undefined) => {
    const players = view.players.map((player) => ({
      ...player,
      lords: player.seat === holder ? [{ ...commander, location: null }] : [],
    }));
    const table = await showPosition({ ...rest, view: { ...view, power: "commander", players } });
    return all(table, ".side")
      .filter((side) => side.textContent.includes("Power in use: The Commander"))
      .map((side) => side.dataset["region"]);
  };
  expect(await whose(owner)).toEqual([`side-${owner}`]);
  expect(await whose(undefined)).toEqual([`side-${view.active}`]);
});

test("through other eyes no player is marked as the viewer", async () => {
  const seated = positions.find(({ seat }) => seat !== null) ?? fail("nobody sits");
  const table = await showPosition(seated);
  expect(all(table, ".side h2").filter((one) => one.textContent.includes("(you)"))).toHaveLength(1);
  table.table = { ...table.table, isReplay: true };
  await table.updateComplete;
  expect(all(table, ".side h2").filter((one) => one.textContent.includes("(you)"))).toEqual([]);
});

test("with a view of everything every hand is shown", async () => {
  const { view, ...rest } = positions.find(({ view }) => view.deck) ?? fail("nobody sees all");
  const hand: AbyssCards[] = [{ __typename: "AbyssCards", card: "crab_4", count: 2 }];
  const players = view.players.map((player) => ({ ...player, hand }));
  const table = await showPosition({ ...rest, seat: null, view: { ...view, players } });
  expect(all(table, ".side .card-list").map((one) => one.textContent)).toEqual(
    players.map(() => expect.stringMatching(/Crab \(4\) ×2/) as string),
  );
});

test("a Loot on a Location explains its effect", async () => {
  const isSite = ({ view }: Position) => view.kraken?.sites.some(({ loot }) => loot.length > 0);
  const { view, ...rest } = positions.find(isSite) ?? fail("there is no Loot");
  const sites = view.kraken?.sites.map((site) => ({ ...site, loot: ["loot_4" as const] })) ?? [];
  const kraken = view.kraken && { ...view.kraken, sites };
  const table = await showPosition({ ...rest, view: { ...view, kraken } });
  button(table, "About: Loot (4)").click();
  await table.updateComplete;
  expect(all(table, "dialog")[0]?.textContent).toContain("Gain 2 Pearls.");
});

test("before the game a sentence is shown instead of the table", async () => {
  const table = document.createElement("gueridon-abyss");
  document.body.replaceChildren(table);
  await table.updateComplete;
  expect(table.renderRoot.textContent).toContain("when the game begins");
  table.language = "FR";
  await table.updateComplete;
  expect(table.renderRoot.textContent).toContain("au début de la partie");
});

// What is drawn: everything that the view has, what more there is to read, the focus, no game yet.
import { expect, test } from "vitest";
import { all, button, catalogue, fail, lay, nameOf, positions } from "./laid.ts";

/** A copy that tells which of its fields were never looked at. */
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

test("every field of the view is looked at when it is drawn", async () => {
  for (const position of positions.filter((_, place) => place % 3 === 0)) {
    const { seen, unread } = watched(position.view);
    await lay({ ...position, view: seen as typeof position.view });
    // Where nobody pays there is no payment, and a Sentinel that stands somewhere is not placed.
    const { recruiting, payment, kraken } = position.view;
    const isIdle = recruiting === null && payment.length === 0;
    const isPlaced = kraken?.sentinels.every((one) => one.lord ?? one.race ?? one.location);
    const left = unread().filter(
      (path) =>
        !(path === "view.payment" && isIdle) &&
        !(path === "view.kraken.sentinels.canBePlaced" && isPlaced),
    );
    expect(left).toEqual([]);
  }
});

test("every card that lies on the table is named", async () => {
  for (const position of positions.slice(0, 12)) {
    const table = await lay(position);
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

test("all about a Lord is read in a dialog, and again at the table when it is closed", async () => {
  const position = positions.find(({ view }) => view.court.length > 0) ?? fail("an empty Court");
  const [lord = ""] = position.view.court;
  const table = await lay(position);
  button(table, `About: ${catalogue.get(lord)?.name ?? ""}`).click();
  await table.updateComplete;
  const [dialog] = all(table, "dialog");
  expect(dialog?.textContent).toContain(catalogue.get(lord)?.text);
  expect(dialog?.textContent).toMatch(/Costs \d+, with Allies of \d race/);
  (dialog as HTMLDialogElement).close();
  await table.updateComplete;
  expect(all(table, "dialog")).toHaveLength(0);
});

test("a card has an inert look and no button of its own where nothing can be done with it", async () => {
  const idle = positions.find(({ moves, seat }) => moves.length === 0 && seat !== null);
  const table = await lay(idle ?? fail("everybody acts"));
  expect(all(table, ".act, .do")).toHaveLength(0);
  expect(all(table, ".about").length).toBeGreaterThan(0);
});

test("the focus stays on a thing that is still there, and goes beside one that is gone", async () => {
  const spends = positions.find(
    ({ moves }) => moves.filter(({ words }) => words.startsWith("Spend")).length > 1,
  );
  const { view, moves, ...rest } = spends ?? fail("nobody has two cards to spend");
  const table = await lay({ view, moves, ...rest });
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

test("before the game there is a sentence instead of a table", async () => {
  const table = document.createElement("gueridon-abyss");
  document.body.replaceChildren(table);
  await table.updateComplete;
  expect(table.renderRoot.textContent).toContain("when the game begins");
  table.language = "FR";
  await table.updateComplete;
  expect(table.renderRoot.textContent).toContain("au début de la partie");
});

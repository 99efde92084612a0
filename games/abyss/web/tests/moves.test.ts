// Every legal step has a button, and every button is a legal step.
import { expect, test } from "vitest";
import { ComposeEvent, PlayEvent } from "@gueridon/web/element";
import type { AbyssTable } from "../src/table.ts";
import { all, fail, showPosition, nameOf, positions, type Position } from "./stage.ts";

const key = (move: unknown) => JSON.stringify(move);

/** Presses every button that offers a step. @returns the names of the buttons by step. */
async function offered(table: AbyssTable): Promise<Map<string, string[]>> {
  const sent = new Map<string, string[]>();
  let last: unknown = null;
  const heard = (event: Event) => {
    last = (event as PlayEvent | ComposeEvent).detail.steps.at(-1) ?? last;
  };
  table.addEventListener(PlayEvent.type, heard);
  table.addEventListener(ComposeEvent.type, heard);
  const press = async (one: HTMLElement) => {
    last = null;
    one.click();
    if (last === null) return;
    sent.set(key(last), [...(sent.get(key(last)) ?? []), nameOf(one)]);
    if (!table.isUpdatePending) return;
    await table.updateComplete;
    // Composed steps are cancelled, so that every button is pressed in the same position.
    for (const cancel of all(table, '[data-key="cancel"]')) cancel.click();
    await table.updateComplete;
  };
  for (const one of all(table, ".act, .do")) {
    expect(one.isConnected).toBe(true);
    await press(one);
    if (!one.hasAttribute("aria-haspopup")) continue;
    await table.updateComplete;
    const count = all(table, "dialog .do").length;
    for (let place = 0; place < count; place += 1) {
      if (place > 0) {
        one.click();
        await table.updateComplete;
      }
      const choice = all(table, "dialog .do")[place];
      if (!choice) throw new Error("the menu has changed");
      await press(choice);
      await table.updateComplete;
    }
  }
  return sent;
}

test.each(positions.map((position, place) => ({ place, position })))(
  "the buttons of position $place offer exactly its steps, with their words",
  async ({ position }) => {
    const table = await showPosition(position);
    const sent = await offered(table);
    expect([...sent.keys()].sort()).toEqual(position.moves.map(({ move }) => key(move)).sort());
    for (const { move, words } of position.moves) {
      expect(new Set(sent.get(key(move)))).toEqual(new Set([words]));
    }
  },
);

test("only taking the revealed Ally is offered twice, as a card and as an answer", async () => {
  const takes = ({ moves }: Position) => moves.some(({ move }) => key(move).includes('"takeAlly"'));
  const table = await showPosition(positions.find(takes) ?? fail("nobody takes an Ally"));
  const twice = [...(await offered(table))].filter(([, names]) => names.length > 1);
  expect(twice.map(([move]) => move)).toEqual(['{"abyss":{"takeAlly":"YES"}}']);
});

test("a Key is used on its Lord, or beside the tokens", async () => {
  const isFree = ({ view, seat }: Position) =>
    view.players.some(
      (one) => one.seat === seat && one.lords.some(({ place }) => place === "FREE"),
    );
  const position = positions.find(isFree) ?? fail("nobody has a free Lord");
  const own = position.view.players.find(({ seat }) => seat === position.seat);
  const lord = own?.lords.find(({ place }) => place === "FREE")?.lord ?? "";
  const moves = [
    { move: { abyss: { useLord: { lord } } }, words: "Use the Key of a Lord" },
    { move: { abyss: { useToken: "YES" } }, words: "Use a Key token" },
  ];
  const table = await showPosition({ ...position, moves });
  expect([...(await offered(table)).keys()].sort()).toEqual(moves.map(({ move }) => key(move)));
  expect(all(table, ".side .act, .side .do").map(nameOf).sort()).toEqual(
    moves.map(({ words }) => words).sort(),
  );
});

test("an unknown kind of step has a button in the action bar", async () => {
  const [position] = positions;
  if (!position) throw new Error("there are no positions");
  const moves = [
    { move: { abyss: { dance: { partner: "kraken_4" } } }, words: "Dance with a Kraken" },
    { move: { abyss: "hum" }, words: "Hum" },
    { move: { abyss: { recruit: { lord: "nobody_yet" } } }, words: "Recruit: nobody yet" },
  ];
  const table = await showPosition({ ...position, moves });
  expect(all(table, ".bar .do").map(nameOf)).toEqual(moves.map(({ words }) => words));
  expect([...(await offered(table)).keys()]).toEqual(moves.map(({ move }) => key(move)));
});

test("nothing is sent while another move is being sent, or in a replay", async () => {
  for (const position of positions.filter(({ moves }) => moves.length > 0).slice(0, 3)) {
    const table = await showPosition(position);
    table.isBusy = true;
    await table.updateComplete;
    expect((await offered(table)).size).toBe(0);
    table.isBusy = false;
    table.table = { ...table.table, isReplay: true };
    await table.updateComplete;
    expect((await offered(table)).size).toBe(0);
  }
});

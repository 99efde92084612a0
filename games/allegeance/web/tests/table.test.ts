// The board shows the whole view, names it, and keeps the focus.
import { expect, test } from "vitest";
import type { AllegeanceCard, AllegeanceOath } from "../src/generated.ts";
import { SHAPES } from "../src/generated-art.ts";
import { CHIEFS, GUILDS, OATHS } from "../src/generated-cards.ts";
import type { AllegeanceTable } from "../src/table.ts";
import { all, catalogue, nameOf, offers, one, positions, stage } from "./stage.ts";
import { watched } from "@gueridon/board/tests/watched.ts";

const PLACED = positions.map((position, place) => ({ place, position }));

async function openAll(table: AllegeanceTable): Promise<void> {
  const doors = ['[data-key="sheet piles"]', ".side .about"];
  for (const door of doors) {
    for (const button of all(table, door)) {
      button.click();
      await table.updateComplete;
      (one(table, "dialog") as HTMLDialogElement).close();
      await table.updateComplete;
    }
  }
}

// One test per position: on a busy machine all of them together would exceed the time limit.
test.each(PLACED)(
  "the board and its dialogs read every field of the view: position $place",
  async ({ position }) => {
    const { seen, unread } = watched(position.view);
    const table = await stage.show({ ...position, view: seen as typeof position.view });
    await openAll(table);
    // The question is said in words, by the prompt.
    const said = /^view\.question$/;
    expect(unread().filter((path) => !said.test(path))).toEqual([]);
  },
);

test.each(PLACED)(
  "strength and majority stand in every field: position $place",
  async ({ position }) => {
    const { view } = position;
    const table = await stage.show(position);
    for (const { seat, field } of view.players) {
      for (const { guild, majority } of view.guilds) {
        const strength = field.find((stack) => stack.guild === guild)?.strength ?? 0;
        const stack = one(table, `.stack[data-place="stack:${seat}:${guild}"]`);
        expect(stack.textContent).toContain(`${catalogue.get(guild)?.name ?? ""}: ${strength}`);
        expect(stack.classList.contains("held")).toBe(majority === seat);
      }
    }
  },
);

test("every card has a face of its own", () => {
  const ids = [...Object.keys(GUILDS), ...Object.keys(CHIEFS), ...Object.keys(OATHS)];
  const shapes = ids.map((id) => (SHAPES as Readonly<Record<string, string>>)[id]);
  expect(shapes.every((shape) => shape !== undefined && shape.length > 0)).toBe(true);
  expect(new Set(shapes).size).toBe(ids.length);
});

test("cards of every kind are drawn and named in a hand", async () => {
  const { view, seat, ...rest } = stage.find(offers("play"));
  const cards = [...Object.keys(GUILDS), ...Object.keys(CHIEFS)] as AllegeanceCard[];
  for (const oath of Object.keys(OATHS) as AllegeanceOath[]) {
    const hand = cards.map((card) => ({ __typename: "AllegeanceCards" as const, card, count: 1 }));
    const players = view.players.map((player) =>
      player.seat === seat ? { ...player, hand, oath } : player,
    );
    const table = await stage.show({ ...rest, seat, view: { ...view, players } });
    const faces = all(table, ".hand .face");
    expect(faces).toHaveLength(cards.length + 1);
    for (const face of faces) expect(face.querySelector(".charge path")).not.toBeNull();
    const names = faces.map(
      (face) => one(table, ".hand").contains(face) && face.textContent.trim(),
    );
    for (const id of [...cards, oath]) {
      expect(names.some((name) => String(name).includes(catalogue.get(id)?.name ?? "?"))).toBe(
        true,
      );
    }
  }
});

test("a dialog has the text of a guild, its chief and its Allegiance, and can be closed", async () => {
  const position = stage.find(offers("play"));
  const table = await stage.show(position);
  const [first] = position.view.guilds;
  const { chief, oath } = GUILDS[first?.guild ?? "damnes"];
  one(table, ".banner .about").click();
  await table.updateComplete;
  const dialog = one(table, "dialog");
  for (const id of [first?.guild, chief, oath]) {
    if (id) expect(dialog.textContent).toContain(catalogue.get(id)?.text);
  }
  (dialog as HTMLDialogElement).close();
  await table.updateComplete;
  expect(all(table, "dialog")).toHaveLength(0);
});

test("a dialog stays open if the event of an earlier one that was closed comes late", async () => {
  const table = await stage.show(stage.find(offers("play")));
  one(table, ".banner .about").click();
  await table.updateComplete;
  const dialog = one(table, "dialog") as HTMLDialogElement;
  expect(dialog.open).toBe(true);
  dialog.dispatchEvent(new Event("close"));
  await table.updateComplete;
  expect(all(table, "dialog")).toHaveLength(1);
});

test("why a power cannot be used is said at its banner", async () => {
  const { view, ...rest } = stage.find(
    (position) => position.view.question === "ACT" && position.moves.length > 0,
  );
  const banner = async (guilds: typeof view.guilds, gems: number) => {
    const players = view.players.map((player) =>
      player.seat === rest.seat
        ? {
            ...player,
            gems,
            field: [
              {
                __typename: "AllegeanceStack" as const,
                guild: "diplomates" as const,
                partisans: 1,
                passing: 0,
                passingFrom: [],
                chief: false,
                strength: 1,
              },
            ],
          }
        : player,
    );
    const table = await stage.show({ ...rest, moves: [], view: { ...view, guilds, players } });
    return one(table, ".banner.arms-diplomates").textContent;
  };
  const guilds = (change: object) =>
    view.guilds.map((guild) => (guild.guild === "diplomates" ? { ...guild, ...change } : guild));
  const other = rest.seat === 0 ? 1 : 0;
  expect(await banner(guilds({ majority: other, used: false }), 9)).toContain(
    `Player ${other + 1} holds the majority, not you.`,
  );
  expect(await banner(guilds({ majority: rest.seat, used: false }), 1)).toContain(
    "The power costs 3 gems; you have 1.",
  );
  expect(await banner(guilds({ majority: rest.seat, used: true }), 9)).toContain(
    "Power used this turn",
  );
  expect(await banner(guilds({ majority: rest.seat, used: false }), 9)).toContain(
    "The power would change nothing now.",
  );
});

test("why no card can be played is said in a card's dialog", async () => {
  const { view, ...rest } = stage.find(
    (position) => offers("play")(position) && position.view.question === "ACT",
  );
  const own = view.players.find(({ seat }) => seat === rest.seat);
  const said = async (playsLeft: number) => {
    const table = await stage.show({ ...rest, moves: [], view: { ...view, playsLeft } });
    one(
      table,
      `.hand [data-key="about hand:${own?.hand?.[0]?.card ?? ""} ${own?.hand?.[0]?.card ?? ""}"]`,
    ).click();
    await table.updateComplete;
    return one(table, "dialog").textContent.includes("You may play no more cards in this turn.");
  };
  expect(await said(1)).toBe(false);
  expect(await said(0)).toBe(true);
});

test("what a power is aimed at is marked, and so is what is offered for it", async () => {
  const aimed = stage.find(({ view }) => view.aim !== null);
  const { aim, active } = aimed.view;
  const table = await stage.show(aimed);
  expect(all(table, ".stack.aimed").map((stack) => stack.dataset["place"])).toEqual([
    `stack:${aim?.at}:${aim?.guild}`,
  ]);
  const own = "damnes" as const;
  const guilds = aimed.view.guilds.some(({ guild }) => guild === own)
    ? [`stack:${active}:${own}`]
    : [];
  table.view = { ...aimed.view, aim: { ...aim, own } };
  await table.updateComplete;
  expect(all(table, ".stack.offered").map((stack) => stack.dataset["place"])).toEqual(guilds);
});

test("the focus stays on its button, or moves to the neighbour if it is removed", async () => {
  const { view, moves, ...rest } = stage.find(
    (position) =>
      position.moves.filter(({ move }) => JSON.stringify(move).includes('"play"')).length > 1,
  );
  const table = await stage.show({ view, moves, ...rest });
  const [first, second] = all(table, ".hand .act");
  first?.focus();
  table.view = { ...view, deckSize: view.deckSize - 1 };
  await table.updateComplete;
  expect((table.renderRoot as ShadowRoot).activeElement).toBe(first);
  const gone = first?.dataset["key"]?.replace("hand:", "") ?? "";
  table.moves = moves.filter(({ move }) => !JSON.stringify(move).includes(`"card":"${gone}"`));
  await table.updateComplete;
  const held = (table.renderRoot as ShadowRoot).activeElement as HTMLElement;
  expect(nameOf(held)).toBe(second ? nameOf(second) : "");
});

test("players who are not asked see who is asked what", async () => {
  const acting = stage.find(({ view, moves }) => view.question === "ACT" && moves.length > 0);
  const table = await stage.show({ ...acting, seat: null, moves: [] });
  const [active = -1] = acting.view.toAct;
  expect(all(table, ".asked").map((asked) => asked.textContent.trim())).toEqual([
    `Player ${active + 1}: Play cards or use powers`,
  ]);
  table.table = { ...table.table, seat: active };
  await table.updateComplete;
  expect(all(table, ".asked")).toHaveLength(0);
});

test("everybody's hand and Allegiance are in their dialog once they are open", async () => {
  const open = stage.find(({ view }) => view.players.every(({ hand, oath }) => hand && oath));
  const table = await stage.show({ ...open, seat: null });
  for (const [place, { hand, oath, seat }] of open.view.players.entries()) {
    all(table, ".side .about")[place]?.click();
    await table.updateComplete;
    const dialog = one(table, "dialog");
    expect(dialog.textContent).toContain(`Player ${seat + 1}`);
    expect(dialog.textContent).toContain(catalogue.get(oath ?? "")?.name);
    for (const { card } of hand ?? []) {
      expect(dialog.textContent).toContain(catalogue.get(card)?.name);
    }
    (dialog as HTMLDialogElement).close();
    await table.updateComplete;
  }
});

test("before the game a sentence is shown instead of the board", async () => {
  const table = document.createElement("gueridon-allegeance");
  document.body.replaceChildren(table);
  await table.updateComplete;
  expect(table.renderRoot.textContent).toContain("when the game begins");
  table.language = "FR";
  await table.updateComplete;
  expect(table.renderRoot.textContent).toContain("au début de la partie");
});

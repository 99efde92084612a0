// The board shows the whole view, says why what cannot be chosen cannot, and keeps the focus.
import { watched } from "@gueridon/board/tests/watched.ts";
import { expect, test } from "vitest";
import type { AbyssCards, AbyssView } from "../src/generated.ts";
import type { AbyssTable } from "../src/table.ts";
import { all, button, catalogue, nameOf, offers, one, positions, stage } from "./stage.ts";

/** Some positions, among them those in which everything is seen: a dialog for each place takes long. */
const PLACED = positions
  .map((position, place) => ({ place, position }))
  .filter(({ place, position }) => place % 4 === 0 || position.view.deck !== null);

/** Opens every player's side, what is set aside, and every stack, and closes them again. */
async function openAll(table: AbyssTable): Promise<void> {
  for (const door of ['[data-key="sheet aside"]', '[data-key^="player "]', ".stack .about"]) {
    for (const key of all(table, door).map((found) => found.dataset["key"] ?? "")) {
      one(table, `[data-key="${key}"]`).click();
      await table.updateComplete;
      (one(table, "dialog") as HTMLDialogElement).close();
      await table.updateComplete;
    }
  }
}

test.each(PLACED)(
  "the board and its dialogs read every field of the view: position $place",
  async ({ position }) => {
    const { seen, unread } = watched(position.view);
    const table = await stage.show({ ...position, view: seen as typeof position.view });
    await openAll(table);
    // `payment` is only needed during one, and `canBePlaced` only for a Sentinel without a place.
    const { recruiting, payment, kraken } = position.view;
    const isIdle = recruiting === null && payment.length === 0;
    const isPlaced = kraken?.sentinels.every((found) => found.lord ?? found.race ?? found.location);
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
    const table = await stage.show(position);
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

test("a dialog has the card large and the details of a Lord, and can be closed", async () => {
  const position = stage.find(({ view }) => view.court.length > 0);
  const [lord = ""] = position.view.court;
  const table = await stage.show(position);
  button(table, `About: ${catalogue.get(lord)?.name ?? ""}`).click();
  await table.updateComplete;
  const dialog = one(table, "dialog") as HTMLDialogElement;
  expect(dialog.textContent).toContain(catalogue.get(lord)?.text);
  expect(dialog.textContent).toMatch(/Costs \d+, with Allies of \d race/);
  expect(all(table, "dialog .large .face.lord")).toHaveLength(1);
  dialog.close();
  await table.updateComplete;
  expect(all(table, "dialog")).toHaveLength(0);
});

test("a dialog stays open if the event of an earlier one that was closed comes late", async () => {
  const table = await stage.show(stage.find(({ view }) => view.court.length > 0));
  one(table, ".court .about").click();
  await table.updateComplete;
  const dialog = one(table, "dialog") as HTMLDialogElement;
  expect(dialog.open).toBe(true);
  dialog.dispatchEvent(new Event("close"));
  await table.updateComplete;
  expect(all(table, "dialog")).toHaveLength(1);
});

/** A position in which the viewer acts, with this hand and these Pearls. */
function acting(hand: readonly [string, number][], pearls: number, moves: readonly string[] = []) {
  const position = stage.find(offers("explore"));
  const { seat } = position;
  const players = position.view.players.map((player) => ({
    ...player,
    lords: [],
    ...(player.seat === seat
      ? { pearls, hand: hand.map(([card, count]) => ({ card, count })) as AbyssCards[] }
      : {}),
  }));
  return {
    ...position,
    moves: position.moves.filter(({ move }) =>
      moves.some((kind) => JSON.stringify(move).includes(`"${kind}":`)),
    ),
    view: {
      ...position.view,
      players,
      court: ["jailer", "seeker", "keeper", "trader", "shaman", "oracle"],
      council: position.view.council.map((stack) => ({ ...stack, size: 0 })),
    } as AbyssView,
  };
}

/** What the dialog of a place says. */
async function said(table: AbyssTable, target: string): Promise<string> {
  one(table, `[data-explained="${target}"]`).click();
  await table.updateComplete;
  const text = one(table, "dialog").textContent;
  (one(table, "dialog") as HTMLDialogElement).close();
  await table.updateComplete;
  return text.replace(/\s+/g, " ");
}

test("why a Lord cannot be recruited is said with it", async () => {
  const reasons = async (hand: readonly [string, number][], pearls: number) =>
    said(await stage.show(acting(hand, pearls)), "court:jailer");
  // The Jailer costs 6, with Allies of 3 races, a Crab among them.
  expect(await reasons([["squid_2", 1]], 3)).toContain(
    "You have no Ally of the required race in hand: Crab.",
  );
  expect(await reasons([["crab_2", 1]], 3)).toContain("You do not have Allies of 3 races in hand.");
  const three: [string, number][] = [
    ["crab_1", 1],
    ["squid_1", 1],
    ["seahorse_1", 2],
    ["jellyfish_1", 1],
  ];
  expect(await reasons(three, 1)).toContain(
    "This costs 6; your Allies of 3 races reach 4, and you have 1 Pearl.",
  );
});

test("why nothing else can be chosen is said, too", async () => {
  const table = await stage.show(acting([["crab_1", 1]], 0, ["explore"]));
  expect(await said(table, "stack:crab")).toContain("This stack is empty.");
  expect(await said(table, "hand:crab_1")).toContain("choose one at Court first");
  expect(await said(table, "deck:lords")).toContain("The Court is full.");
});

test("cards without a step only have a button for their details", async () => {
  const table = await stage.show(
    stage.find(({ moves, seat }) => moves.length === 0 && seat !== null),
  );
  expect(all(table, ".act, .do")).toHaveLength(0);
  expect(all(table, ".about").length).toBeGreaterThan(0);
});

test("the focus stays on its button, or moves to the neighbour if it is removed", async () => {
  const { view, moves, ...rest } = stage.find(
    (position) => position.moves.filter(({ words }) => words.startsWith("Spend")).length > 1,
  );
  const table = await stage.show({ view, moves, ...rest });
  const [first, second] = all(table, ".cards .act");
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
  const { view, ...rest } = stage.find(
    (position) => offers("explore")(position) && position.view.court.length > 3,
  );
  const moves = view.court.map((lord) => ({ move: { abyss: { recruit: { lord } } }, words: lord }));
  const table = await stage.show({ ...rest, view, moves });
  const [, second, third] = all(table, ".court .act");
  second?.focus();
  table.moves = moves.toSpliced(1, 1);
  await table.updateComplete;
  expect((table.renderRoot as ShadowRoot).activeElement).toBe(third);
});

test("players who are not asked see the question to the others", async () => {
  const paying = stage.find(({ view }) => view.question === "PAY_LORD");
  const table = await stage.show({ ...paying, seat: null });
  const [payer = -1] = paying.view.toAct;
  expect(all(table, ".asked").map((found) => found.textContent.trim())).toEqual([
    `Player ${payer + 1}: Payment for the Lord`,
  ]);
  table.table = { ...table.table, seat: payer };
  await table.updateComplete;
  expect(all(table, ".asked")).toHaveLength(0);
});

test("a power in use is shown with the owner of its Lord", async () => {
  const [position] = positions;
  if (!position) throw new Error("there are no positions");
  const { view, ...rest } = position;
  const commander = { __typename: "AbyssLordInPlay", lord: "commander", place: "FREE" } as const;
  const owner = view.players.find(({ seat }) => seat !== view.active)?.seat;
  const whose = async (holder: number | undefined) => {
    const players = view.players.map((player) => ({
      ...player,
      lords: player.seat === holder ? [{ ...commander, location: null }] : [],
    }));
    const table = await stage.show({ ...rest, view: { ...view, power: "commander", players } });
    return all(table, ".side, .own")
      .filter((side) => side.textContent.includes("Power in use: The Commander"))
      .map((side) => side.dataset["place"]);
  };
  expect(await whose(owner)).toEqual([`side:${owner}`]);
  expect(await whose(undefined)).toEqual([`side:${view.active}`]);
});

test("with a view of everything every hand is told", async () => {
  const { view, ...rest } = stage.find(({ view: { deck } }) => deck !== null);
  const hand: AbyssCards[] = [{ __typename: "AbyssCards", card: "crab_4", count: 2 }];
  const players = view.players.map((player) => ({ ...player, hand }));
  const table = await stage.show({ ...rest, seat: null, view: { ...view, players } });
  one(table, '[data-key^="player "]').click();
  await table.updateComplete;
  expect(one(table, "dialog").textContent.replace(/\s+/g, " ")).toMatch(/Crab \(4\) ×2/);
});

test("a Loot on a Location explains its effect", async () => {
  const { view, ...rest } = stage.find(
    ({ view: { kraken } }) => kraken?.sites.some(({ loot }) => loot.length > 0) ?? false,
  );
  const sites = view.kraken?.sites.map((site) => ({ ...site, loot: ["loot_4" as const] })) ?? [];
  const kraken = view.kraken && { ...view.kraken, sites };
  const table = await stage.show({ ...rest, view: { ...view, kraken } });
  button(table, "About: Loot (4)").click();
  await table.updateComplete;
  expect(one(table, "dialog").textContent).toContain("Gain 2 Pearls.");
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

// The board shows the whole view, and says why what cannot be chosen cannot.
import { watched } from "@gueridon/board/tests/watched.ts";
import { expect, test } from "vitest";
import type { AstoriaTable } from "../src/table.ts";
import { all, catalogue, offers, one, positions, stage } from "./stage.ts";

const PLACED = positions.map((position, place) => ({ place, position }));

/** Opens every mage's side and the cards of the city, and closes them again. */
async function openAll(table: AstoriaTable): Promise<void> {
  for (const door of ['[data-key="sheet city"]', '[data-key^="player "]']) {
    for (const button of all(table, door)) {
      button.click();
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
    expect(unread()).toEqual([]);
  },
);

test.each(PLACED)(
  "every track stands where the view says: position $place",
  async ({ position }) => {
    const { health, dragon, populace, barbarians } = position.view;
    const table = await stage.show(position);
    const at = all(table, ".track .marker").map(({ textContent }) => Number(textContent));
    expect(at).toEqual([health, dragon, populace, barbarians]);
  },
);

test("why a gem cannot be made is said in its dialog", async () => {
  const position = stage.find(
    (other) =>
      offers("create")(other) && other.view.reserve.some(({ domain }) => domain === "fire"),
  );
  const dear = { ...position, moves: [] };
  const { view, seat } = position;
  const mages = view.mages.map((mage) => (mage.seat === seat ? { ...mage, power: 0 } : mage));
  const table = await stage.show({ ...dear, view: { ...view, actions: 1, mages } });
  one(table, '[data-place="reserve:fire"] .about').click();
  await table.updateComplete;
  const flux = view.flux.find(({ domain }) => domain === "fire")?.flux ?? 0;
  expect(one(table, "dialog").textContent).toContain(`This costs ${flux} Power; you have 0.`);
});

test("a card is described with the text of the catalogue", async () => {
  const position = stage.find(offers("draw"));
  const table = await stage.show(position);
  const id = position.view.current ?? "";
  one(table, ".current .about").click();
  await table.updateComplete;
  expect(one(table, "dialog").textContent).toContain(catalogue.get(id)?.text);
});

test("the round is a number, and how long the game may last is said of it", async () => {
  const position = stage.find(({ view }) => view.round > 1);
  const round = one(await stage.show(position), ".counts .of-round");
  expect(round.querySelector("b")?.textContent).toBe(String(position.view.round));
  expect(round.dataset["tip"]).toBe("Round (the game ends after round 40 at the latest)");
});

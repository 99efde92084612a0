// Changes since the viewer's last move are marked on the generic table.
import { describe, expect, test } from "vitest";
import { look, show, stateOf, table, textOf } from "./stage.ts";

describe("a change", () => {
  const richer = (pearls: number) => {
    const players = look.view["players"] as { seat: number; pearls: number }[];
    return {
      ...look.view,
      players: players.map((one) => ({ ...one, pearls: one.pearls + pearls })),
    };
  };
  const marks = () => [...table.renderRoot.querySelectorAll(".mark")].map(textOf);

  test("is marked with the difference", async () => {
    await show(look);
    expect(marks()).toEqual([]);
    await show(look, { view: richer(2), table: stateOf(look, { seq: 8 }) });
    expect(marks()).toEqual(Array.from({ length: look.seats }, () => "+2"));
  });

  test("stays marked when an update repeats the view, as chat messages do", async () => {
    await show(look);
    await show(look, { view: richer(2), table: stateOf(look, { seq: 8 }) });
    await show(look, { view: richer(2), table: stateOf(look, { seq: 8 }) });
    expect(marks()).toEqual(Array.from({ length: look.seats }, () => "+2"));
  });

  test("is marked since the viewer's last move, however many others have played", async () => {
    await show(look);
    await show(look, { view: richer(1), moves: [], table: stateOf(look, { seq: 8 }) });
    await show(look, { view: richer(3), moves: [], table: stateOf(look, { seq: 9 }) });
    expect(marks()).toEqual(Array.from({ length: look.seats }, () => "+3"));
  });
});

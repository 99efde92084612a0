// The steps of the generic table as buttons: keys, groups, search, focus, and why there are none.
import { describe, expect, test } from "vitest";
import type { TableState } from "@gueridon/element";
import { looksIn } from "./looks.ts";
import {
  buttons,
  first,
  look,
  movesOf,
  played,
  settled,
  show,
  stateOf,
  table,
  textOf,
} from "./stage.ts";

describe("steps", () => {
  test("cannot be chosen while one is being sent", async () => {
    await show(look, { isBusy: true });
    expect(buttons().every(({ disabled }) => disabled)).toBe(true);
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "1" }));
    expect(played).toEqual([]);
  });

  test("can be chosen by number, and the buttons say so", async () => {
    await show(look);
    expect(buttons()[0]?.getAttribute("aria-keyshortcuts")).toBe("1");
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "1" }));
    expect(played).toEqual([[first.move]]);
  });

  test("can be chosen by a digit key that needs Shift, as on French keyboards", async () => {
    await show(look);
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "&", code: "Digit1" }));
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "End", code: "Numpad1" }));
    expect(played).toEqual([[first.move]]);
  });

  test("are not chosen by number while a dialog is open", async () => {
    await show(look);
    const host = document.createElement("div");
    const dialog = document.createElement("dialog");
    host.attachShadow({ mode: "open" }).append(dialog);
    document.body.append(host);
    dialog.open = true;
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "1" }));
    host.remove();
    expect(played).toEqual([]);
  });

  test("that are removed move the focus to the prompt", async () => {
    await show(look);
    const heading = () => table.renderRoot.querySelector(".actions h2");
    buttons()[0]?.focus();
    buttons()[0]?.click();
    await settled();
    expect(document.activeElement).toBe(table);
    table.isBusy = true;
    await settled();
    Object.assign(table, { isBusy: false, moves: [{ move: { abyss: "other" }, words: "Other" }] });
    await settled();
    expect(table.shadowRoot?.activeElement).toBe(heading());
  });

  test("are not chosen by a digit typed into a field or with a modifier key", async () => {
    await show(look);
    const field = document.createElement("input");
    document.body.append(field);
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "1", bubbles: true, composed: true }));
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "1", ctrlKey: true }));
    field.remove();
    expect(played).toEqual([]);
  });

  test("are not chosen by number if the player has turned that off", async () => {
    await show(look);
    movesOf()?.renderRoot.querySelector<HTMLInputElement>(".keys input")?.click();
    await settled();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "1" }));
    expect(played).toEqual([]);
    expect(buttons()[0]?.hasAttribute("aria-keyshortcuts")).toBe(false);
  });

  test("that are many are folded by kind; only visible ones have keys, and unfolded kinds stay unfolded", async () => {
    const step = (kind: string, at: number) => ({
      move: { abyss: { [kind]: { at } } },
      words: `${kind} ${at}`,
    });
    const moves = [
      ...Array.from({ length: 18 }, (_, at) => step("long", at)),
      step("short", 0),
      step("short", 1),
    ];
    await show(look, { moves });
    const folds = () => [...(movesOf()?.renderRoot.querySelectorAll("details") ?? [])];
    expect(folds().map(({ open }) => open)).toEqual([false, true]);
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "1" }));
    expect(played).toEqual([[step("short", 0).move]]);
    const [long] = folds();
    if (!long) throw new Error("no group");
    long.open = true;
    long.dispatchEvent(new Event("toggle"));
    await show(look, { moves: moves.slice(1), table: stateOf(look, { seq: 8 }) });
    expect(folds().map(({ open }) => open)).toEqual([true, true]);
  });

  test("that are listed twice are two buttons", async () => {
    await show(look, { moves: [first, first, first] });
    expect(buttons()).toHaveLength(3);
  });

  test("in great numbers can be searched", async () => {
    const moves = Array.from({ length: 120 }, (_, at) => ({
      move: { abyss: { [`kind${at % 3}`]: { at } } },
      words: `Step ${at}`,
    }));
    await show(look, { moves });
    const field = movesOf()?.renderRoot.querySelector<HTMLInputElement>("#search");
    if (!field) throw new Error("no field to search in");
    field.value = "step 117";
    field.dispatchEvent(new Event("input"));
    await settled();
    expect(buttons().map(textOf)).toEqual([expect.stringContaining("Step 117")]);
  });

  test("highlight the things that they name while they have the focus", async () => {
    const [, , , other] = looksIn("EN");
    if (!other) throw new Error("no look at Allégeance");
    await show(other);
    const speaks = buttons().find((one) => textOf(one).includes("Play a"));
    speaks?.dispatchEvent(new Event("focus"));
    await settled();
    expect(table.renderRoot.querySelectorAll(".chip.highlighted").length).toBeGreaterThan(0);
    speaks?.dispatchEvent(new Event("blur"));
    await settled();
    expect(table.renderRoot.querySelectorAll(".chip.highlighted")).toHaveLength(0);
  });

  test.each<[string, Partial<TableState>]>([
    [
      "It is not your turn. Waiting for: Ada",
      { seat: 1, seats: stateOf({ ...look, seat: 0 }).seats },
    ],
    [
      "You are watching. Waiting for: Ada",
      { seat: null, seats: stateOf({ ...look, seat: 0 }).seats },
    ],
    ["The game is over.", { status: "OVER" }],
    ["This is a replay", { isReplay: true }],
  ])("that are missing are explained: %j", async (words, state) => {
    await show(look, { moves: [], table: stateOf(look, state) });
    expect(textOf(table.renderRoot)).toContain(words);
    expect(buttons()).toHaveLength(0);
  });
});

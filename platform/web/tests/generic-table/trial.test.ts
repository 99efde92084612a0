// Previewing steps on the generic table before they are played.
import { beforeEach, describe, expect, test } from "vitest";
import {
  buttons,
  composed,
  first,
  look,
  played,
  press,
  previewOf,
  settled,
  show,
  stateOf,
  table,
  textOf,
  enablePreview,
} from "./stage.ts";

function line(words: string): HTMLElement {
  return Object.assign(document.createElement("p"), { textContent: words });
}

describe("a preview", () => {
  beforeEach(async () => {
    await show(look);
    await enablePreview();
    press(first.words);
    await settled();
  });

  test("plays nothing, and is requested from the page", () => {
    expect(played).toEqual([]);
    expect(composed).toEqual([[first.move]]);
    expect(buttons().every(({ disabled }) => disabled)).toBe(true);
  });

  test("shows the outcome, marked as a preview, and can be continued", async () => {
    table.preview = previewOf(look, [first.move], { isUncertain: true });
    await settled();
    const text = textOf(table.renderRoot);
    for (const words of [
      "And then?",
      "Something happens.",
      "Just a preview",
      "only one possible outcome",
    ]) {
      expect(text).toContain(words);
    }
    press(first.words);
    expect(composed.at(-1)).toEqual([first.move, first.move]);
  });

  test("sends all steps as one move, and is cleared when they are played", async () => {
    table.preview = previewOf(look, [first.move]);
    await settled();
    press("Play this move");
    expect(played).toEqual([[first.move]]);
    table.isBusy = true;
    await settled();
    const after = stateOf(look, { seq: 8, since: 8 });
    Object.assign(table, { table: after, preview: null, isBusy: false });
    await settled();
    expect(composed.at(-1)).toEqual([]);
    expect(buttons().every(({ disabled }) => disabled)).toBe(false);
  });

  test("keeps refused steps, even when another player plays", async () => {
    table.preview = previewOf(look, [first.move]);
    await settled();
    press("Play this move");
    table.isBusy = true;
    await settled();
    table.isBusy = false;
    await settled();
    table.table = stateOf(look, { seq: 8 });
    await settled();
    press("Play this move");
    expect(played).toEqual([[first.move], [first.move]]);
  });

  test("is composed again when the language changes", async () => {
    const [second] = look.moves.slice(1);
    if (!second) throw new Error("the first look has one step only");
    const french = (step: typeof first) => ({ ...step, words: `fr ${step.words}` });
    table.preview = previewOf(look, [first.move], { moves: [second] });
    await settled();
    press(second.words);
    table.preview = previewOf(look, [first.move, second.move]);
    await settled();
    table.language = "FR";
    await settled();
    expect(composed.at(-1)).toEqual([]);
    table.preview = null;
    await settled();
    table.moves = look.moves.map(french);
    await settled();
    expect(composed.at(-1)).toEqual([first.move]);
    table.preview = previewOf(look, [first.move], { moves: [french(second)] });
    await settled();
    expect(composed.at(-1)).toEqual([first.move, second.move]);
    const tried = [...table.renderRoot.querySelectorAll(".preview-box ol li")].map(textOf);
    expect(tried).toEqual([first, second].map((step) => textOf(line(french(step).words))));
  });

  test("is dropped in a replay", async () => {
    table.preview = previewOf(look, [first.move]);
    await settled();
    Object.assign(table, { table: stateOf(look, { isReplay: true }), preview: null, moves: [] });
    await settled();
    expect(table.renderRoot.querySelector(".preview-box")).toBeNull();
  });

  test("can go one step back, and be cancelled", async () => {
    table.preview = previewOf(look, [first.move]);
    await settled();
    press(first.words);
    await settled();
    press("Undo the last one");
    await settled();
    expect(composed.at(-1)).toEqual([first.move]);
    press("Cancel");
    await settled();
    expect(composed.at(-1)).toEqual([]);
    expect(buttons()).toHaveLength(look.moves.length);
  });

  test("is kept when another entry comes, since the page renews it", async () => {
    table.preview = previewOf(look, [first.move]);
    table.table = stateOf(look, { seq: 8 });
    await settled();
    expect(composed).toEqual([[first.move]]);
    expect(table.renderRoot.querySelector(".preview-box")).not.toBeNull();
  });

  test("is kept when another entry comes before its answer", async () => {
    table.table = stateOf(look, { seq: 8 });
    await settled();
    expect(composed).toEqual([[first.move]]);
    table.preview = previewOf(look, [first.move]);
    await settled();
    expect(table.renderRoot.querySelector(".preview-box")).not.toBeNull();
  });

  test("is dropped if the question changes before its answer, or the page removes it", async () => {
    table.table = stateOf(look, { seq: 8, since: 8 });
    await settled();
    expect(composed.at(-1)).toEqual([]);
    press(first.words);
    table.preview = previewOf(look, [first.move]);
    await settled();
    table.preview = null;
    await settled();
    expect(table.renderRoot.querySelector(".preview-box")).toBeNull();
  });

  test("shows why steps are refused, and only lets them be taken back", async () => {
    table.preview = previewOf(look, [first.move], { refusal: "Not now.", view: null, moves: [] });
    await settled();
    expect(textOf(table.renderRoot)).toContain("Not now.");
    press("Play this move");
    expect(played).toEqual([]);
    expect(buttons()).toHaveLength(0);
  });
});

// The second click of a double click counts only where the first one did.
import { expect, test } from "vitest";
import { guardDoublePress } from "../src/double-press.ts";

/** Two buttons in an element, and the names of those that took a click. */
function twoButtons() {
  const host = document.createElement("div");
  const taken: string[] = [];
  const [first, second] = ["first", "second"].map((name) => {
    const button = document.createElement("button");
    button.addEventListener("click", () => taken.push(name));
    host.append(button);
    return button;
  }) as [HTMLButtonElement, HTMLButtonElement];
  document.body.append(host);
  guardDoublePress(host);
  const click = (button: HTMLButtonElement, detail: number) =>
    button.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true, detail }));
  return { first, second, taken, click };
}

test("a double click does not fall through to the button that takes the place of the first", () => {
  const { first, second, taken, click } = twoButtons();
  click(first, 1);
  click(second, 2);
  expect(taken).toEqual(["first"]);
  click(second, 1);
  expect(taken).toEqual(["first", "second"]);
});

test("clicks on one button all count, and so do presses of a key", () => {
  const { first, second, taken, click } = twoButtons();
  click(first, 1);
  click(first, 2);
  click(second, 0);
  expect(taken).toEqual(["first", "first", "second"]);
});

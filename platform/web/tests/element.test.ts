// The contract with boards: what its package exports, and the example of a whole board in it.
import { ComposeEvent, PlayEvent, type LegalMove, type TableState } from "@gueridon/element";
import { expect, test } from "vitest";
import { MyGameBoard } from "../../element/example.ts";

const table: TableState = {
  id: "table",
  seq: 3,
  since: 2,
  status: "PLAYING",
  seats: [],
  seat: 0,
  prompt: "Choose a card",
  isReplay: false,
};

const moves: readonly LegalMove[] = [
  { move: { mygame: { choose: { card: "one" } } }, words: "Choose: One" },
  { move: { mygame: { choose: { card: "two" } } }, words: "Choose: Two" },
];

test("the events have the names that the page listens for, and leave shadow roots", () => {
  for (const [Event, name] of [
    [ComposeEvent, "gueridon-compose"],
    [PlayEvent, "gueridon-play"],
  ] as const) {
    const event = new Event([1, 2]);
    expect([event.type, Event.type]).toEqual([name, name]);
    expect([event.bubbles, event.composed]).toEqual([true, true]);
    expect(event.detail).toEqual({ steps: [1, 2] });
  }
});

test("the example shows what is asked and plays what is pressed, once", () => {
  expect(customElements.get("gueridon-mygame")).toBe(MyGameBoard);
  const board = new MyGameBoard();
  Object.assign(board, { table, moves });
  document.body.append(board);
  const heading = board.shadowRoot?.getElementById("moves");
  expect(heading?.textContent).toBe("Choose a card");
  const played: unknown[] = [];
  board.addEventListener("gueridon-play", (event) => played.push(event.detail.steps));
  const button = () => board.shadowRoot?.querySelectorAll("button")[1];
  expect(button()?.textContent).toBe("Choose: Two");
  button()?.click();
  expect(played).toEqual([[moves[1]?.move]]);
  board.isBusy = true;
  button()?.click();
  expect(played).toHaveLength(1);
});

// A name that is cut keeps its number.
import { render } from "lit";
import { expect, test } from "vitest";
import { shortened } from "../src/player-name.ts";

/** What is drawn of a name: all of its text, and the part that is never cut. */
function drawn(name: string) {
  const place = document.createElement("div");
  render(shortened(name), place);
  const number = place.querySelector(".number")?.textContent ?? null;
  return { text: place.textContent.trim(), number };
}

test("the number of a bot stands apart from its name, and others stay whole", () => {
  expect(drawn("Casual player 3")).toEqual({ text: "Casual player 3", number: " 3" });
  expect(drawn("Ada 2 Lovelace")).toEqual({ text: "Ada 2 Lovelace", number: null });
  expect(drawn("Basile")).toEqual({ text: "Basile", number: null });
});

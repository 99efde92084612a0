// Which programs stay chosen when seats or the list of programs change.
import { expect, test } from "vitest";
import { stillChosen } from "../../src/new-table/chosen-programs.ts";

const chosen = ["a", "b", "c"];

test("nothing changes while all have seats and are listed", () => {
  expect(stillChosen(chosen, 3)).toBe(chosen);
  expect(stillChosen(chosen, 4, ["c", "b", "a", "d"])).toBe(chosen);
});

test("who has no seat any more is not chosen any more", () => {
  expect(stillChosen(chosen, 2)).toEqual(["a", "b"]);
  expect(stillChosen(chosen, 0)).toEqual([]);
  expect(stillChosen(chosen, -1)).toEqual([]);
});

test("who is not listed any more is not chosen any more, and leaves the seat to the next", () => {
  expect(stillChosen(chosen, 2, ["b", "c"])).toEqual(["b", "c"]);
  expect(stillChosen(chosen, 3, [])).toEqual([]);
});

// Negative numbers have a minus sign, not a hyphen.
import { expect, test } from "vitest";
import { numeral } from "../../src/i18n/numeral.ts";
import { t } from "../../src/i18n/words.ts";

test("a number is written with a minus sign", () => {
  expect([-12, 0, 7].map(numeral)).toEqual(["−12", "0", "7"]);
});

test("so are the numbers of a sentence, and nothing else of it", () => {
  expect(t("table.seats.points", { count: -1 })).toBe("−1 point");
  expect(t("table.seats.points", { count: -12 })).toBe("−12 points");
  expect(t("lobby.sit")).toBe("Take a seat");
  expect(t("ui.labelled", { name: "Team-1", value: "-1" })).toBe("Team-1: -1");
});

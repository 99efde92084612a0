// Which moment an address asks for.
import { expect, test } from "vitest";
import { addressOf, momentOf } from "../../src/table/look.ts";

test.each([
  ["", null],
  ["?at=", null],
  ["?at=x", null],
  ["?at=-1", null],
  ["?seat=1", null],
  ["?at=0", { at: 0, eyes: "own" }],
  ["?at=12&seat=1", { at: 12, eyes: 1 }],
  ["?at=12&seat=all", { at: 12, eyes: "all" }],
  ["?at=12&seat=nobody", { at: 12, eyes: "own" }],
])("the address %j asks for %j", (search, moment) => {
  expect(momentOf(new URLSearchParams(search))).toEqual(moment);
});

test.each([
  { at: 0, eyes: "own" },
  { at: 7, eyes: 0 },
  { at: 7, eyes: "all" },
] as const)("%j has an address that leads back to it", (moment) => {
  const address = new URL(addressOf("t", moment), "http://localhost");
  expect([address.pathname, momentOf(address.searchParams)]).toEqual(["/tables/t", moment]);
});

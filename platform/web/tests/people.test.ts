// Functions of the pages about people.
import { describe, expect, test } from "vitest";
import { tableIdIn } from "../src/notifications/table-id.ts";
import type { ResultLineFragment } from "../src/api/generated.ts";
import { pastedToken, takeToken, tokenIn } from "../src/sign-in/link-token.ts";
import { nextPage, signInPage } from "../src/sign-in/return-address.ts";
import { tallies } from "../src/players/tallies.ts";
import { silencedUntil } from "../src/moderation/silence-lengths.ts";

describe("after signing in", () => {
  const site = "https://play.example";

  test.each([
    ["?next=/tables/7%3Fat%3D0", "/tables/7?at=0"],
    ["?next=%2Faccount%23tokens", "/account#tokens"],
    ["?next=/players/../mine", "/mine"],
  ])("the visitor returns to a page of this site: %s", (search, page) => {
    expect(nextPage(search, site)).toBe(page);
  });

  test.each([
    "",
    "?next=",
    "?next=account",
    "?next=https://evil.example/",
    "?next=//evil.example/",
    "?next=/%5Cevil.example",
    "?next=/%09/evil.example",
    "?next=/.//evil.example",
    "?next=javascript:alert(1)",
    "?next=http://",
    "?next=/sign-in%3Fnext%3D/account",
  ])("any other address leads to the lobby: %s", (search) => {
    expect(nextPage(search, site)).toBe("/");
  });

  test("the return address is in the query, once", () => {
    const there = signInPage("/tables/7?at=0");
    expect(nextPage(there.slice(there.indexOf("?")), site)).toBe("/tables/7?at=0");
    expect(signInPage(there)).toBe(there);
    expect(signInPage("/")).toBe("/sign-in");
  });
});

describe("the token of an emailed link", () => {
  test("is in the fragment of the link", () => {
    expect(tokenIn("#token=abc-_1")).toBe("abc-_1");
    expect(tokenIn("#page")).toBeNull();
    expect(tokenIn("#token=")).toBeNull();
    expect(tokenIn("")).toBeNull();
  });

  test("can be pasted with the whole link, or alone", () => {
    expect(pastedToken(" https://play.example/reset#token=abc \n")).toBe("abc");
    expect(pastedToken(" abc ")).toBe("abc");
  });

  test("is taken out of the address bar", () => {
    location.hash = "#token=abc";
    expect(takeToken()).toBe("abc");
    expect(location.href).not.toContain("abc");
    expect(takeToken()).toBeNull();
  });
});

test("a silence ends after its minutes", () => {
  expect(silencedUntil(60, Date.UTC(2026, 0, 1))).toBe("2026-01-01T01:00:00.000Z");
});

test("a table id is read from a link, or taken as it is", () => {
  expect(tableIdIn("https://play.example/tables/019a-b?at=3#log")).toBe("019a-b");
  expect(tableIdIn("https://play.example/table/019a-b")).toBe("019a-b");
  expect(tableIdIn(" 019a-b ")).toBe("019a-b");
});

describe("a player's record", () => {
  const result = (game: string | null, rank: number, points: number): ResultLineFragment => ({
    seat: 0,
    seats: 3,
    rank,
    points,
    endedAt: "2026-01-01T00:00:00.000Z",
    table: {
      id: "t",
      game: game === null ? null : { id: game, title: game.toUpperCase() },
      seats: [],
      stoodIn: null,
      result: null,
    },
  });

  test("is counted by game, the most played first", () => {
    const results = [
      result("go", 2, 10),
      result("chess", 1, -3),
      result("chess", 2, -7),
      result(null, 1, 4),
      result("chess", 1, -9),
    ];
    expect(tallies(results)).toEqual([
      { game: "chess", title: "CHESS", played: 3, won: 2, bestPoints: -3 },
      { game: "go", title: "GO", played: 1, won: 0, bestPoints: 10 },
      { game: null, title: null, played: 1, won: 1, bestPoints: 4 },
    ]);
  });

  test("is empty without results", () => {
    expect(tallies([])).toEqual([]);
  });
});

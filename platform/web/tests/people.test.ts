// What the pages about people work out by themselves.
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
  ])("one goes back to a page of this site: %s", (search, page) => {
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
  ])("nowhere else: %s", (search) => {
    expect(nextPage(search, site)).toBe("/");
  });

  test("the way back is kept in the address, once", () => {
    const there = signInPage("/tables/7?at=0");
    expect(nextPage(there.slice(there.indexOf("?")), site)).toBe("/tables/7?at=0");
    expect(signInPage(there)).toBe(there);
    expect(signInPage("/")).toBe("/sign-in");
  });
});

describe("the token of a letter", () => {
  test("is what the server's links have behind the #", () => {
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

test("a silence ends when it says", () => {
  expect(silencedUntil(60, Date.UTC(2026, 0, 1))).toBe("2026-01-01T01:00:00.000Z");
});

test("a table is named by its link or its id", () => {
  expect(tableIdIn("https://play.example/tables/019a-b?at=3#log")).toBe("019a-b");
  expect(tableIdIn("https://play.example/table/019a-b")).toBe("019a-b");
  expect(tableIdIn(" 019a-b ")).toBe("019a-b");
});

describe("what results amount to", () => {
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
      result: null,
    },
  });

  test("is counted game by game, those played most first", () => {
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

  test("is nothing where there are none", () => {
    expect(tallies([])).toEqual([]);
  });
});

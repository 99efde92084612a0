// The lobby's list of games: what each is like, with and without something to learn it by.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GameList } from "../../src/lobby/game-list.ts";
import { $language } from "../../src/preferences/preferences.ts";
import { t } from "../../src/i18n/words.ts";

const FILE = join(import.meta.dirname, "../../../../games/astoria/learning.json");

beforeEach(() => {
  $language.set("EN");
  vi.stubGlobal("fetch", (path: string) =>
    path === "/one.json"
      ? Promise.resolve(new Response(readFileSync(FILE, "utf8")))
      : Promise.reject(new Error("unreachable")),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test("a game is listed with what it is like, and without it where it cannot be known", async () => {
  const list = new GameList();
  list.games = [
    { id: "one", title: "One", seats: [2, 3], options: {}, learning: "/one.json" },
    { id: "two", title: "Two", seats: [2], options: {}, learning: "/two.json" },
    { id: "three", title: "Three", seats: [2], options: {}, learning: null },
  ];
  document.body.append(list);
  const items = () => [...list.renderRoot.querySelectorAll("li.panel")];
  await vi.waitFor(() => {
    expect(items()[0]?.querySelector("img")).toBeTruthy();
  });
  const [one, two, three] = items();
  const facts = [...(one?.querySelectorAll(".facts li") ?? [])].map((fact) => fact.textContent);
  expect(facts).toEqual([
    t("games.playersTo", { first: 2, last: 3 }),
    t("learning.minutesTo", { least: 45, most: 90 }),
    t("learning.weight", { words: t("learning.weights.4"), weight: 4 }),
  ]);
  expect(one?.querySelector("img")?.src).toMatch(/^data:image\/svg\+xml,%3Csvg/);
  expect(one?.querySelector("gueridon-first-game")?.first?.seats).toBe(2);
  expect(one?.querySelector("a[href='/learn/one']")).not.toBeNull();
  for (const other of [two, three]) {
    expect(other?.querySelector("img, gueridon-first-game, a[href^='/learn']")).toBeNull();
    expect(other?.querySelector("a[href^='/new']")).not.toBeNull();
  }
});

// Reading what games bring for those who learn them: ours whole, others without harm.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readLearning, type Learning } from "../../src/learning/learning.ts";
import { learningOf } from "../../src/learning/load.ts";
import { LearningError } from "../../src/learning/read.ts";

const GAMES = ["abyss", "allegeance", "astoria"];

function written(game: string): Record<string, unknown> {
  const file = join(import.meta.dirname, "../../../../games", game, "learning.json");
  return JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
}

test.each(GAMES)("what %s brings is read whole", (game) => {
  const learning: Learning = readLearning(written(game));
  expect(learning.summary).toHaveLength(3);
  expect(learning.howToPlay.length).toBeGreaterThan(4);
  expect(learning.glossary.length).toBeGreaterThan(10);
  expect(learning.firstGame?.steps.length).toBeGreaterThan(12);
  for (const { EN, FR } of [...learning.summary, ...learning.glossary.map(({ text }) => text)]) {
    expect(EN).not.toBe(FR);
  }
});

test.each([
  ["version", 2],
  ["minutes", [60, 30]],
  ["minutes", "an hour"],
  ["weight", 6],
  ["summary", [{ en: "Only English." }]],
  ["howToPlay", [{ heading: "no texts" }]],
  ["glossary", [{ key: "one" }]],
  ["firstGame", { seats: 2, options: {}, steps: [{ id: "one", when: {}, say: {} }] }],
  ["beginnerOptions", null],
])("a wrong %s is refused with its place", (field, value) => {
  const whole = { ...written("abyss"), [field]: value };
  expect(() => readLearning(whole)).toThrow(LearningError);
  expect(() => readLearning(whole)).toThrow(field);
});

test("what is not known here is left alone, and a game need have no first game", () => {
  const { firstGame, ...others } = written("abyss");
  expect(firstGame).toBeDefined();
  const learning = readLearning({ ...others, music: "waves.ogg" });
  expect(learning.firstGame).toBeNull();
});

const fetched = vi.fn<(path: string) => Promise<Response>>();

beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a file is loaded once", async () => {
  fetched.mockImplementation(() => Promise.resolve(Response.json(written("astoria"))));
  const [one, other] = await Promise.all([learningOf("/once"), learningOf("/once")]);
  expect(one?.weight).toBe(4);
  expect(other).toBe(one);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(await learningOf(null)).toBeNull();
});

test("a strange game's bad file is ignored, and the console says why", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  fetched.mockImplementation((path) =>
    Promise.resolve(path === "/none" ? new Response("no JSON") : Response.json({ version: 3 })),
  );
  expect(await learningOf("/none")).toBeNull();
  expect(await learningOf("/later")).toBeNull();
  expect(warned.mock.calls.map(([words]) => String(words))).toEqual([
    expect.stringContaining("/none"),
    expect.stringContaining("version is not 1"),
  ]);
});

test("a server that does not answer is asked again", async () => {
  fetched.mockResolvedValueOnce(new Response("", { status: 503 }));
  await expect(learningOf("/again")).rejects.toThrow("503");
  fetched.mockImplementation(() => Promise.resolve(Response.json(written("abyss"))));
  expect((await learningOf("/again"))?.weight).toBe(2);
});

// The summary of options: loading it, and giving up.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const games = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock("../../src/games/games.ts", () => ({ gamesIn: games }));
vi.mock("../../src/api/back-off.ts", () => ({ backOff: () => Promise.resolve() }));
vi.mock("../../src/api/client.ts", async (original) => ({
  ...(await original<object>()),
}));
const { ApiError } = await import("../../src/api/client.ts");
const { OptionsSummary } = await import("../../src/options/options-summary.ts");
const { t } = await import("../../src/i18n/words.ts");

function drawn(game: string) {
  const element = new OptionsSummary();
  Object.assign(element, { game, options: { g: {} } });
  document.body.append(element);
  return () => element.shadowRoot?.textContent.trim();
}

beforeEach(() => {
  games.mockReset();
});

afterEach(() => {
  document.body.replaceChildren();
});

test("the summary is loaded until the server answers", async () => {
  const away = new ApiError("UNREACHABLE", "");
  games.mockRejectedValueOnce(away).mockResolvedValue([{ id: "g", options: { g: {} } }]);
  const words = drawn("g");
  await vi.waitFor(() => {
    expect(words()).toBe(t("options.default"));
  });
});

test("a game that is gone or cannot be loaded has no summary", async () => {
  games.mockRejectedValue(new ApiError("INTERNAL", ""));
  const [gone, broken] = [drawn(""), drawn("g")];
  await vi.waitFor(() => {
    expect([gone(), broken()]).toEqual(["–", "–"]);
  });
});

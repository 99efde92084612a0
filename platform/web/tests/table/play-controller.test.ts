// Playing with one key until there is an answer, and previewing composed steps.
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../src/api/client.ts";
import type { LiveTableFragment } from "../../src/api/generated.ts";
import { $language } from "../../src/preferences/preferences.ts";
import type { TableFeed } from "../../src/table/table-feed.ts";
import { PlayController, previewOf } from "../../src/table/play-controller.ts";
import { t } from "../../src/i18n/words.ts";
import { host } from "../support/host.ts";
import { ask } from "../support/server.ts";

vi.mock("../../src/api/back-off.ts", () => ({ backOff: () => Promise.resolve() }));
vi.mock("../../src/api/client.ts", async (original) => {
  const { answering } = await import("../support/server.ts");
  return answering(original);
});

/** The fields of a table that playing needs. */
function tableAt(seq: number, since: number) {
  return { id: "t", seq, since } as LiveTableFragment;
}

function live(table: LiveTableFragment) {
  const followed = {
    id: "t",
    table,
    withView: (document: unknown) => document,
    take: vi.fn((newer: LiveTableFragment) => {
      followed.table = newer;
    }),
    refresh: vi.fn(() => Promise.resolve()),
  };
  return followed;
}

function player(followed: ReturnType<typeof live>): PlayController {
  return new PlayController(host, followed as unknown as TableFeed);
}

beforeEach(() => {
  $language.set("EN");
  ask.mockReset();
});

test("a play without an answer is sent again with the same key; the next play has another", async () => {
  const followed = live(tableAt(3, 2));
  const play = player(followed);
  const played = { result: { ok: true, seq: 4, table: tableAt(4, 4) } };
  ask.mockRejectedValueOnce(new ApiError("UNREACHABLE", "")).mockResolvedValue(played);
  await play.play(["step"]);
  await play.play(["other"]);
  const [first, again, next] = ask.mock.calls.map(([, variables]) => variables as { key: string });
  expect(again).toEqual(first);
  expect(first).toMatchObject({ since: 2, steps: ["step"] });
  expect(next).toMatchObject({ since: 4, steps: ["other"] });
  expect(next?.key).not.toBe(first?.key);
  expect([play.refusal, play.isBusy]).toEqual([null, false]);
});

test("a refusal is shown in the server's words, and the table is loaded again", async () => {
  const followed = live(tableAt(3, 2));
  const play = player(followed);
  ask.mockResolvedValue({ result: { ok: false, code: "STALE", message: "Look again." } });
  await play.play(["step"]);
  expect(play.refusal).toBe("Look again.");
  expect(followed.refresh).toHaveBeenCalledOnce();
});

test("a play that is never answered fails with a message, and the table is loaded again", async () => {
  const followed = live(tableAt(3, 2));
  const play = player(followed);
  ask.mockRejectedValue(new ApiError("UNAVAILABLE", ""));
  await play.play(["step"]);
  expect(play.refusal).toMatch(/did not answer/);
  expect(new Set(ask.mock.calls.map(([, variables]) => JSON.stringify(variables))).size).toBe(1);
  expect(followed.refresh).toHaveBeenCalledOnce();
});

test("only one play is sent at a time", async () => {
  const play = player(live(tableAt(3, 2)));
  let answer: (value: unknown) => void = () => undefined;
  ask.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const first = play.play(["step"]);
  expect(play.isBusy).toBe(true);
  await play.play(["another"]);
  answer({ result: { ok: true, seq: 4, table: tableAt(4, 4) } });
  await first;
  expect(ask).toHaveBeenCalledOnce();
});

const previewed = (prompt: string) => ({
  result: { ok: true, uncertain: true, prompt, view: {}, moves: [], told: [{ words: "so" }] },
});

test("the newest preview is shown, even if an older one arrives later", async () => {
  const play = player(live(tableAt(3, 2)));
  let late: (value: unknown) => void = () => undefined;
  ask.mockReturnValueOnce(new Promise((resolve) => (late = resolve)));
  ask.mockResolvedValueOnce(previewed("newest"));
  const first = play.compose(["a"]);
  await play.compose(["a", "b"]);
  late(previewed("older"));
  await first;
  expect(play.preview).toMatchObject({ steps: ["a", "b"], prompt: "newest", isUncertain: true });
});

test("composed steps are dropped by an empty list and by a new question", async () => {
  const followed = live(tableAt(3, 2));
  const play = player(followed);
  ask.mockImplementation(() => Promise.resolve(previewed("then")));
  await play.compose(["a"]);
  await play.compose([]);
  expect(play.preview).toBeNull();
  await play.compose(["a"]);
  followed.table = tableAt(4, 4);
  play.hostUpdate();
  expect(play.preview).toBeNull();
});

test("composed steps are previewed again when others have played", async () => {
  const followed = live(tableAt(3, 2));
  const play = player(followed);
  ask.mockImplementation(() => Promise.resolve(previewed("then")));
  await play.compose(["a"]);
  followed.table = tableAt(4, 2);
  play.hostUpdate();
  play.hostUpdate();
  await vi.waitFor(() => {
    expect(ask).toHaveBeenCalledTimes(2);
  });
  expect(play.preview).toMatchObject({ steps: ["a"] });
});

test("refused steps stay composed until there is a new question", async () => {
  const followed = live(tableAt(3, 2));
  const play = player(followed);
  ask.mockResolvedValueOnce(previewed("then"));
  await play.compose(["a"]);
  ask.mockResolvedValueOnce({ result: { ok: false, code: "RATE", message: "Not so fast." } });
  ask.mockResolvedValue(previewed("anew"));
  followed.refresh.mockImplementation(() => {
    followed.table = tableAt(4, 2);
    return Promise.resolve();
  });
  await play.play(["a"]);
  expect(play.preview).toMatchObject({ steps: ["a"], prompt: "then" });
  play.hostUpdate();
  await vi.waitFor(() => {
    expect(play.preview?.prompt).toBe("anew");
  });
  expect(play.refusal).toBe("Not so fast.");
  followed.table = tableAt(5, 5);
  play.hostUpdate();
  expect(play.preview).toBeNull();
});

test("played steps are dropped, even if the table cannot be loaded", async () => {
  const followed = live(tableAt(3, 2));
  const play = player(followed);
  ask.mockResolvedValueOnce(previewed("then"));
  await play.compose(["a"]);
  followed.refresh.mockRejectedValue(new ApiError("UNREACHABLE", ""));
  ask.mockResolvedValueOnce({ result: { ok: true, seq: 4, table: null } });
  await play.play(["a"]);
  expect([play.preview, play.refusal]).toEqual([null, null]);
});

test("composed steps are previewed again in another language", async () => {
  const play = player(live(tableAt(3, 2)));
  play.hostConnected();
  ask.mockImplementation(() => Promise.resolve(previewed("then")));
  await play.compose(["a"]);
  $language.set("FR");
  expect(ask.mock.lastCall?.[1]).toMatchObject({ steps: ["a"], language: "FR" });
  play.hostDisconnected();
  $language.set("EN");
  expect(ask).toHaveBeenCalledTimes(2);
});

test("a failed preview does not warn that the move may have been played", async () => {
  const play = player(live(tableAt(3, 2)));
  ask.mockRejectedValue(new ApiError("UNREACHABLE", ""));
  await play.compose(["a"]);
  expect(play.preview?.refusal).toBe(t("errors.unreachable"));
});

test("refused steps have a preview with the reason and no view", () => {
  const refused = { ok: false, code: "ILLEGAL_MOVE", message: "Not that." } as never;
  expect(previewOf(["a"], refused)).toMatchObject({ refusal: "Not that.", view: null, moves: [] });
});

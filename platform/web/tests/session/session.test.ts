// Learning who the visitor is, for the current token only.
import { beforeEach, expect, test, vi } from "vitest";

const asked = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock("../../src/api/back-off.ts", () => ({ backOff: () => Promise.resolve() }));
vi.mock("../../src/api/client.ts", async (original) => ({
  ...(await original<object>()),
  ask: asked,
}));
const { ApiError } = await import("../../src/api/client.ts");
const { forgetToken, keepToken } = await import("../../src/api/token.ts");
const { $me, $role } = await import("../../src/session/session.ts");

const known = (name: string) => ({
  me: { id: name, name, standing: "GUEST", owner: null },
  account: { role: "MODERATOR" },
});

beforeEach(() => {
  asked.mockReset();
  forgetToken();
});

test("the owner of a token is requested until the server answers", async () => {
  const away = new ApiError("UNREACHABLE", "");
  asked.mockRejectedValueOnce(away).mockRejectedValueOnce(away).mockResolvedValue(known("Ada"));
  keepToken("hers");
  await vi.waitFor(() => {
    expect($me.get()?.name).toBe("Ada");
  });
  expect([$role.get(), asked.mock.calls.length]).toEqual(["MODERATOR", 3]);
});

test("nothing is requested again after signing out", async () => {
  const fail: ((why: unknown) => void)[] = [];
  asked.mockImplementation(() => new Promise((_, reject) => fail.push(reject)));
  keepToken("hers");
  forgetToken();
  fail[0]?.(new ApiError("UNREACHABLE", ""));
  await new Promise((resolve) => setTimeout(resolve));
  expect([$me.get(), asked.mock.calls.length]).toEqual([null, 1]);
});

test("the role is reset when another account signs in", async () => {
  asked.mockResolvedValueOnce(known("Ada"));
  keepToken("hers");
  await vi.waitFor(() => {
    expect($role.get()).toBe("MODERATOR");
  });
  asked.mockReturnValue(new Promise(() => undefined));
  keepToken("his");
  expect($role.get()).toBe("PLAYER");
});

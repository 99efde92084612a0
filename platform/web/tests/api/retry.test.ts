// Sending a request again until there is an answer.
import { expect, test, vi } from "vitest";
import { ApiError } from "../../src/api/client.ts";
import { newKey } from "../../src/api/idempotency-key.ts";
import { $unsent, sendUntilAnswered } from "../../src/api/retry.ts";

const atOnce = () => Promise.resolve();

test("a request without an answer is sent again unchanged", async () => {
  const key = newKey();
  const sent: string[] = [];
  const send = () => {
    sent.push(key);
    if (sent.length < 3) throw new ApiError("UNAVAILABLE", "");
    return Promise.resolve("played");
  };
  expect(await sendUntilAnswered(send, atOnce)).toBe("played");
  expect(sent).toEqual([key, key, key]);
});

test("a request is sent a hundred times, and counts as unsent meanwhile", async () => {
  const waits: number[] = [];
  let unsent = 0;
  const send = () => Promise.reject(new ApiError("UNREACHABLE", ""));
  const wait = (attempt: number) => {
    waits.push(attempt);
    unsent = Math.max(unsent, $unsent.get());
    return Promise.resolve();
  };
  await expect(sendUntilAnswered(send, wait)).rejects.toThrow(ApiError);
  expect(waits.slice(0, 3)).toEqual([0, 1, 2]);
  expect(waits).toHaveLength(99);
  expect([unsent, $unsent.get()]).toEqual([1, 0]);
});

test("a request with an error of its own is not sent again", async () => {
  const send = vi.fn(() => Promise.reject(new ApiError("BAD_INPUT", "")));
  await expect(sendUntilAnswered(send, atOnce)).rejects.toThrow(ApiError);
  expect(send).toHaveBeenCalledTimes(1);
});

test("keys are unique, and short enough for the server", () => {
  const keys = new Set(Array.from({ length: 100 }, newKey));
  expect(keys.size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});

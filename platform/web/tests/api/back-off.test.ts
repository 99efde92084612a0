// The pauses between two tries.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { backOff } from "../../src/api/back-off.ts";

let visibility = "visible";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, "visibilityState", "get").mockImplementation(
    () => visibility as DocumentVisibilityState,
  );
  visibility = "visible";
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Whether a pause has ended after a time. */
async function endsWithin(pause: Promise<void>, time: number): Promise<boolean> {
  let isOver = false;
  void pause.then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(time);
  return isOver;
}

test("while the page is looked at no pause is longer than a second and a half", async () => {
  expect(await endsWithin(backOff(20), 1_500)).toBe(true);
});

test("a page that is not looked at waits longer, until it is or is online again", async () => {
  visibility = "hidden";
  const [seen, online] = [backOff(20), backOff(20)];
  expect(await endsWithin(seen, 5_000)).toBe(false);
  window.dispatchEvent(new Event("online"));
  expect(await endsWithin(online, 0)).toBe(true);
  const again = backOff(20);
  visibility = "visible";
  document.dispatchEvent(new Event("visibilitychange"));
  expect(await endsWithin(again, 0)).toBe(true);
});

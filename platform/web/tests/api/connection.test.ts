// Whether the page hears the server, as those say who try again.
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../src/api/client.ts";
import { $connection, keepTrying } from "../../src/api/connection.ts";

// The next try comes when the test says so, or when nobody needs it any more.
const next = vi.hoisted(() => ({ tries: [] as (() => void)[] }));
vi.mock("../../src/api/back-off.ts", () => ({
  backOff: (_: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      next.tries.push(resolve);
      signal.addEventListener("abort", () => {
        resolve();
      });
    }),
}));

const away = new ApiError("UNREACHABLE", "");
const stop = () => new AbortController();

/** Lets everything happen that waits for nobody. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Something that fails until it is mended. */
function broken(failure: Error) {
  let isMended = false;
  return {
    mend: () => {
      isMended = true;
      for (const again of next.tries.splice(0)) again();
      return settled();
    },
    once: () => (isMended ? Promise.resolve("done") : Promise.reject(failure)),
  };
}

beforeEach(() => {
  $connection.set("none");
  next.tries.length = 0;
});

test("it is lost from the first try that fails until one works", async () => {
  const { once, mend } = broken(away);
  const done = keepTrying(once, stop().signal);
  await settled();
  expect($connection.get()).toBe("lost");
  await mend();
  expect($connection.get()).toBe("open");
  expect(await done).toBe("done");
});

test("it is lost as long as anybody tries again", async () => {
  const [one, other] = [broken(away), broken(new ApiError("UNAVAILABLE", ""))];
  const ends = stop();
  void keepTrying(one.once, stop().signal);
  void keepTrying(other.once, ends.signal);
  await settled();
  await one.mend();
  expect($connection.get()).toBe("lost");
  ends.abort();
  expect($connection.get()).toBe("none");
});

test("nobody who has left tries again, even where the answer is still on its way", async () => {
  const ends = stop();
  let tries = 0;
  const done = keepTrying(() => {
    tries += 1;
    return tries === 1 ? Promise.reject(away) : new Promise(() => undefined);
  }, ends.signal);
  await settled();
  next.tries[0]?.();
  await settled();
  expect([tries, $connection.get()]).toEqual([2, "lost"]);
  ends.abort();
  expect($connection.get()).toBe("none");
  void done;
});

test("whoever is told to come back was heard", async () => {
  const { once, mend } = broken(new ApiError("RESUME", ""));
  const done = keepTrying(once, stop().signal);
  await settled();
  expect($connection.get()).toBe("none");
  await mend();
  expect(await done).toBe("done");
});

test("what goes on for long says that it works, and is lost once more when it breaks", async () => {
  let fail: (why: unknown) => void = () => undefined;
  const ends = stop();
  void keepTrying((heard) => {
    heard();
    return new Promise((_, reject) => (fail = reject));
  }, ends.signal);
  expect($connection.get()).toBe("open");
  fail(away);
  await settled();
  expect($connection.get()).toBe("lost");
  ends.abort();
});

test("what trying again does not help is thrown, and nobody tries again", async () => {
  const wrong = new ApiError("FORBIDDEN", "");
  const once = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(away)
    .mockRejectedValueOnce(wrong);
  const done = keepTrying(once, stop().signal).catch((failed: unknown) => failed);
  await settled();
  next.tries[0]?.();
  expect(await done).toBe(wrong);
  expect($connection.get()).toBe("none");
});

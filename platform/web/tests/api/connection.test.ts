// The state of the connection, as retried requests determine it.
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../src/api/client.ts";
import { $connection, keepTrying } from "../../src/api/connection.ts";

// The next try comes when the test resolves it, or the request is aborted.
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

/** Lets pending promises settle. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A request that fails until `mend` is called. */
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

test("the connection is lost from the first failed try until one succeeds", async () => {
  const { once, mend } = broken(away);
  const done = keepTrying(once, stop().signal);
  await settled();
  expect($connection.get()).toBe("lost");
  await mend();
  expect($connection.get()).toBe("open");
  expect(await done).toBe("done");
});

test("the connection is lost while any request is being retried", async () => {
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

test("an aborted request is no longer retried and does not keep the connection lost", async () => {
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

test("RESUME does not count as a lost connection", async () => {
  const { once, mend } = broken(new ApiError("RESUME", ""));
  const done = keepTrying(once, stop().signal);
  await settled();
  expect($connection.get()).toBe("none");
  await mend();
  expect(await done).toBe("done");
});

test("a subscription opens the connection with its first update, and loses it when it breaks", async () => {
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

test("an error that is not retryable is thrown", async () => {
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

// What the page believes of a frame.
import { expect, test } from "vitest";
import { readFromFrame } from "../../src/frame/protocol.ts";

test("a message of the protocol is read, and nothing else of it", () => {
  const more = { isAdmin: true };
  for (const showsPrompt of [true, false]) {
    expect(readFromFrame({ kind: "ready", showsPrompt, ...more })).toEqual({
      kind: "ready",
      showsPrompt,
    });
  }
  expect(readFromFrame({ kind: "ready" })).toEqual({ kind: "ready", showsPrompt: false });
  expect(readFromFrame({ kind: "pong", ...more })).toEqual({ kind: "pong" });
  expect(readFromFrame({ kind: "size", height: 12.2, room: 0, ...more })).toEqual({
    kind: "size",
    height: 13,
    room: 0,
  });
  expect(readFromFrame({ kind: "scroll", top: 4, ...more })).toEqual({ kind: "scroll", top: 4 });
  const steps = [{ whist: { pass: "YES" } }];
  for (const kind of ["play", "compose"] as const) {
    expect(readFromFrame({ kind, steps, ...more })).toEqual({ kind, steps });
  }
  const failed = readFromFrame({ kind: "failed", why: "x".repeat(9_999) });
  expect(failed?.kind === "failed" && failed.why.length).toBe(500);
});

test("whatever is no message is none", () => {
  const circle: unknown[] = [];
  circle.push(circle);
  for (const data of [
    null,
    undefined,
    "ready",
    7,
    [],
    {},
    { kind: "begin" },
    { kind: "set", properties: {} },
    { kind: ["ready"] },
    { kind: "failed" },
    { kind: "failed", why: { toString: () => "code" } },
    { kind: "play" },
    { kind: "play", steps: "all" },
    { kind: "play", steps: { length: 1 } },
    { kind: "play", steps: circle },
    { kind: "play", steps: [1n] },
    { kind: "play", steps: Array.from({ length: 201 }, () => 1) },
    { kind: "compose", steps: ["x".repeat(70_000)] },
    { kind: "size", height: 1 },
    { kind: "size", height: -1, room: 0 },
    { kind: "size", height: Number.NaN, room: 0 },
    { kind: "size", height: Number.POSITIVE_INFINITY, room: 0 },
    { kind: "size", height: 1e9, room: 0 },
    { kind: "scroll", top: "0" },
  ]) {
    expect(
      readFromFrame(data),
      JSON.stringify(data, (_, value: unknown) => String(value)),
    ).toBeNull();
  }
});

test("what is sent on is plain JSON", () => {
  const steps = [{ toJSON: () => ({ whist: { pass: "YES" } }) }];
  const message = readFromFrame({ kind: "play", steps });
  expect(message).toEqual({ kind: "play", steps: [{ whist: { pass: "YES" } }] });
});

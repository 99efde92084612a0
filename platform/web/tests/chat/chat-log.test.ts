// The messages of a chat: each once, in order, in their newest state.
import { expect, test } from "vitest";
import type { MessageLineFragment as Message } from "../../src/api/generated.ts";
import { withMessages } from "../../src/chat/chat-log.ts";

function message(id: string, at: string, text: string | null = id): Message {
  const player = { id: "p", name: "Ada", standing: "GUEST" as const, owner: null };
  return { id, at: `2026-11-22T00:00:${at}Z`, text, isRemoved: text === null, player };
}

test("a message from the subscription and from a page is listed once", () => {
  const held = withMessages(
    [message("b", "02.000")],
    [message("a", "01.000"), message("b", "02.000")],
  );
  expect(held.map(({ id }) => id)).toEqual(["a", "b"]);
});

test("a removed message keeps its place", () => {
  const held = withMessages(
    [message("a", "01.000"), message("b", "02.000")],
    [message("a", "01.000", null)],
  );
  expect(held.map(({ id, text }) => [id, text])).toEqual([
    ["a", null],
    ["b", "b"],
  ]);
});

test("messages with the same time are ordered by id", () => {
  const held = withMessages([message("b", "01.000")], [message("a", "01.000")]);
  expect(held.map(({ id }) => id)).toEqual(["a", "b"]);
});

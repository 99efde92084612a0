// What a player can do besides playing: what is offered, and what the dialog says.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EntryLineFragment, LiveTableFragment } from "../../src/api/generated.ts";
import { $language } from "../../src/preferences/preferences.ts";
import { answering, ask } from "../support/server.ts";

vi.mock("../../src/api/client.ts", async (original) =>
  answering(original as () => Promise<object>),
);
const { TableActions } = await import("../../src/table/table-actions.ts");

const LAST = { seq: 7, seat: 0, by: "PLAYER" } as EntryLineFragment;

let actions: InstanceType<typeof TableActions>;

function table(conditions: readonly string[], more: object = {}): LiveTableFragment {
  const seats = conditions.map((condition, number) => ({ number, condition, name: `P${number}` }));
  const rest = { id: "t", status: "PLAYING", seat: 0, seq: 7, isPaused: false, proposal: null };
  return { ...rest, seats, ...more } as unknown as LiveTableFragment;
}

async function show(shown: LiveTableFragment, last: EntryLineFragment | null = LAST) {
  actions.table = shown;
  actions.last = last;
  await actions.updateComplete;
  await new Promise((resolve) => setTimeout(resolve));
  await actions.updateComplete;
}

const buttons = () =>
  [...actions.renderRoot.querySelectorAll(":not(details, dialog) > button")].map((one) =>
    one.textContent.trim(),
  );

beforeEach(() => {
  $language.set("EN");
  ask.mockReset();
  actions = new TableActions();
  document.body.append(actions);
});

afterEach(() => {
  actions.remove();
});

test("taking back is offered where the server says that it can be had, and asks where it must", async () => {
  ask.mockResolvedValue({ table: { id: "t", undoable: { entry: 7, asks: false } } });
  await show(table(["PLAYING", "BOT"]));
  expect(buttons()).toContain("Take back my last move");
  ask.mockResolvedValue({ table: { id: "t", undoable: { entry: 8, asks: true } } });
  await show(table(["PLAYING", "PLAYING"]), { ...LAST, seq: 8 });
  expect(buttons()).toContain("Ask to take back my last move");
  ask.mockResolvedValue({ table: { id: "t", undoable: null } });
  await show(table(["PLAYING", "PLAYING"]), { ...LAST, seq: 9 });
  expect(buttons().join()).not.toMatch(/take back/i);
});

test("the server is asked once for each play, and not about others' plays", async () => {
  ask.mockResolvedValue({ table: { id: "t", undoable: null } });
  await show(table(["PLAYING", "BOT"]));
  await show(table(["PLAYING", "BOT"], { seq: 8 }));
  expect(ask).toHaveBeenCalledTimes(1);
  await show(table(["PLAYING", "PLAYING"]), { ...LAST, seat: 1 });
  expect(ask).toHaveBeenCalledTimes(1);
});

test.each([
  [["PLAYING", "PLAYING"], "The game ends at once. You will be ranked last, behind P1."],
  [["PLAYING", "BOT", "BOT"], "The game ends at once. You will be ranked last, behind P1, P2."],
  [["PLAYING", "PLAYING", "PLAYING"], "The others play on, with a stand-in in your place"],
  [["PLAYING", "PLAYING", "RESIGNED"], "The game ends at once."],
])("with the seats %j, the dialog says what resigning does: %s", async (conditions, words) => {
  await show(table(conditions), null);
  const dialog = actions.renderRoot.querySelector("dialog p")?.textContent ?? "";
  expect(dialog.startsWith(words)).toBe(true);
});

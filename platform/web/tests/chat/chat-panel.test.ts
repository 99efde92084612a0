// The chat panel: reading, writing, muting and reporting.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../src/api/client.ts";
import type { MessageLineFragment } from "../../src/api/generated.ts";
import { $me } from "../../src/session/session.ts";
import { $language } from "../../src/preferences/preferences.ts";
import { ChatPanel } from "../../src/chat/chat-panel.ts";
import type { ChatMessage } from "../../src/chat/chat-message.ts";
import { ChatLog } from "../../src/chat/chat-log.ts";
import { ask } from "../support/server.ts";

vi.mock("../../src/api/back-off.ts", () => ({ backOff: () => Promise.resolve() }));
vi.mock("../../src/api/client.ts", async (original) => {
  const { answering } = await import("../support/server.ts");
  return answering(original);
});

const player = (name: string) => ({ id: name, name, standing: "GUEST" as const, owner: null });

function message(id: string, name: string): MessageLineFragment {
  const at = `2026-11-22T00:00:0${id}.000Z`;
  return { id, at, text: `says ${id}`, isRemoved: false, player: player(name) };
}

/** The answer with the newest messages, or with those before. */
function page(nodes: readonly MessageLineFragment[], hasPreviousPage = false) {
  const ends = { startCursor: nodes[0]?.id ?? null, endCursor: nodes.at(-1)?.id ?? null };
  return {
    table: { messages: { nodes, pageInfo: { ...ends, hasNextPage: false, hasPreviousPage } } },
  };
}

let panel: ChatPanel;

beforeEach(async () => {
  $language.set("EN");
  $me.set(player("Ada"));
  ask.mockReset();
  panel = new ChatPanel();
  panel.table = "t";
  panel.maySpeak = true;
  const chat = new ChatLog("t", () => {
    panel.messages = chat.messages;
    panel.requestUpdate();
  });
  panel.chat = chat;
  document.body.append(panel);
  ask.mockResolvedValueOnce(page([message("4", "Basile"), message("5", "Ada")], true));
  await chat.load();
  await panel.updateComplete;
});

afterEach(() => {
  panel.remove();
});

function get(root: ParentNode, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`there is no ${selector}`);
  return found;
}

function area(root: ParentNode): HTMLTextAreaElement {
  const found = get(root, "textarea");
  if (found instanceof HTMLTextAreaElement) return found;
  throw new Error("that is no field");
}

const alert = () => get(panel.renderRoot, "[role=alert]").textContent.trim();
const lines = () => [...panel.renderRoot.querySelectorAll<ChatMessage>("gueridon-message")];

/** Opens the menu of the first message. @returns the button with these words. */
async function open(words: string): Promise<HTMLButtonElement> {
  const [line] = lines();
  if (!line) throw new Error("nothing was said");
  get(line.renderRoot, ".menu").click();
  await line.updateComplete;
  const buttons = [...line.renderRoot.querySelectorAll("button")];
  const found = buttons.find(({ textContent }) => textContent.trim() === words);
  if (!found) throw new Error(`there is no ${words}`);
  found.focus();
  return found;
}

test.each([
  ["Salut !", ""],
  ["Salut ! Et", "Salut ! Et"],
])("what was typed while a message was on its way stays: %j", async (typed, left) => {
  const field = area(panel.renderRoot);
  const button = get(panel.renderRoot, "form button");
  let answer: (answer: unknown) => void = () => undefined;
  ask.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  field.value = "Salut !";
  button.focus();
  get(panel.renderRoot, "form").dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
  await panel.updateComplete;
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(panel.shadowRoot?.activeElement).toBe(button);
  field.value = typed;
  answer({ result: { ok: true, said: { ...message("6", "Ada"), text: "Salut !" } } });
  await vi.waitFor(() => {
    expect(lines()).toHaveLength(3);
  });
  expect(field.value).toBe(left);
});

test("if earlier messages cannot be loaded, the panel says so and can try again", async () => {
  ask.mockRejectedValueOnce(new ApiError("UNREACHABLE", ""));
  get(panel.renderRoot, ".scroll button").click();
  await vi.waitFor(() => {
    expect(alert()).not.toBe("");
  });
  ask.mockResolvedValueOnce(page([message("1", "Basile")]));
  get(panel.renderRoot, ".scroll button").focus();
  get(panel.renderRoot, ".scroll button").click();
  await vi.waitFor(() => {
    expect(lines()).toHaveLength(3);
  });
  expect(alert()).toBe("");
  expect(panel.shadowRoot?.activeElement?.className).toBe("scroll");
});

test("muting and unmuting a player keep the focus nearby", async () => {
  const mute = await open("Mute");
  ask.mockResolvedValueOnce({ result: { ok: true } });
  mute.click();
  await vi.waitFor(() => {
    expect(lines()).toHaveLength(1);
  });
  expect(panel.shadowRoot?.activeElement?.className).toBe("scroll");
  const again = get(panel.renderRoot, "[role=status] button");
  again.focus();
  ask.mockResolvedValueOnce({ result: { ok: true } });
  ask.mockRejectedValueOnce(new ApiError("UNREACHABLE", ""));
  again.click();
  await vi.waitFor(() => {
    expect(alert()).not.toBe("");
  });
  expect(lines()).toHaveLength(2);
  expect(panel.shadowRoot?.activeElement?.className).toBe("scroll");
});

test("reporting a message says so, and keeps the focus on it", async () => {
  (await open("Report")).click();
  const [line] = lines();
  if (!line) throw new Error("nothing was said");
  const region = get(line.renderRoot, "[role=status]");
  expect(region.hidden).toBe(false);
  await line.updateComplete;
  const reason = area(line.renderRoot);
  expect(reason.maxLength).toBe(1_000);
  reason.value = "No.";
  get(line.renderRoot, "form button").focus();
  ask.mockResolvedValueOnce({ result: { ok: true } });
  get(line.renderRoot, "form").dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
  await vi.waitFor(() => {
    expect(region.textContent).toMatch(/moderators/);
  });
  expect(line.shadowRoot?.activeElement?.classList.contains("menu")).toBe(true);
});

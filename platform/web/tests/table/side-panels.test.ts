// The side panels as tabs, in a narrow window.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { $language } from "../../src/preferences/preferences.ts";
import { SidePanels } from "../../src/table/side-panels.ts";

let sides: SidePanels;

beforeEach(() => {
  $language.set("EN");
  const narrow = { matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal("matchMedia", () => narrow);
  sides = new SidePanels();
  document.body.append(sides);
});

afterEach(() => {
  sides.remove();
  vi.unstubAllGlobals();
});

/** The number of unread messages, once there are `messages`. */
async function news(messages: number | null): Promise<string | undefined> {
  sides.messages = messages;
  await sides.updateComplete;
  return sides.renderRoot.querySelector(".badge")?.textContent.split(" ")[0];
}

test("messages from before the visit are not unread, but a first message is", async () => {
  expect(await news(null)).toBeUndefined();
  expect(await news(0)).toBeUndefined();
  expect(await news(1)).toBe("1");
  sides.renderRoot.querySelector<HTMLElement>("#tab-chat")?.click();
  expect(await news(2)).toBeUndefined();
});

test("messages loaded again for another visitor are not unread", async () => {
  await news(3);
  expect(await news(5)).toBe("2");
  await news(null);
  expect(await news(8)).toBeUndefined();
});

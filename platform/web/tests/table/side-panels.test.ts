// What lies beside the board, where there is no room for a column.
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

/** How many messages are said to be new, once there are so many. */
async function news(messages: number | null): Promise<string | undefined> {
  sides.messages = messages;
  await sides.updateComplete;
  return sides.renderRoot.querySelector(".badge")?.textContent.split(" ")[0];
}

test("what was said before is not new, and the first message of all is", async () => {
  expect(await news(null)).toBeUndefined();
  expect(await news(0)).toBeUndefined();
  expect(await news(1)).toBe("1");
  sides.renderRoot.querySelector<HTMLElement>("#tab-chat")?.click();
  expect(await news(2)).toBeUndefined();
});

test("what is read anew, for another visitor, is not new", async () => {
  await news(3);
  expect(await news(5)).toBe("2");
  await news(null);
  expect(await news(8)).toBeUndefined();
});

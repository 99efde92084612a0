// Notifications of the browser: only by consent, and only for who looks at something else.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { $notifications } from "../../src/preferences/preferences.ts";
import { allowNotifications, notify } from "../../src/shell/notifier.ts";

const shown: string[] = [];
let answer = "granted";

class FakeNotification extends EventTarget {
  static permission = "default";
  static requestPermission(): Promise<string> {
    FakeNotification.permission = answer;
    return Promise.resolve(answer);
  }
  constructor(title: string, { body }: { body: string }) {
    super();
    shown.push(`${title}: ${body}`);
  }
}

beforeEach(() => {
  vi.stubGlobal("Notification", FakeNotification);
  vi.spyOn(document, "hasFocus").mockReturnValue(false);
  FakeNotification.permission = "default";
  answer = "granted";
  shown.length = 0;
  $notifications.set("off");
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("nothing is shown before the visitor has agreed", async () => {
  notify("Guéridon", "Abyss");
  expect(shown).toEqual([]);
  expect(await allowNotifications()).toBe(true);
  notify("Guéridon", "Abyss");
  expect(shown).toEqual(["Guéridon: Abyss"]);
});

test("nothing is shown where the browser refuses", async () => {
  answer = "denied";
  expect(await allowNotifications()).toBe(false);
  expect($notifications.get()).toBe("off");
  notify("Guéridon", "Abyss");
  expect(shown).toEqual([]);
});

test("nothing is shown to who looks at the page", async () => {
  await allowNotifications();
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  notify("Guéridon", "Abyss");
  expect(shown).toEqual([]);
});

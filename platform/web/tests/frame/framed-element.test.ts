// How long the page waits for a board in a frame.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BrokenEvent, FramedElement } from "../../src/frame/framed-element.ts";

beforeEach(() => {
  // The document of the frame is not there.
  const { happyDOM } = window as unknown as { happyDOM: { settings: Record<string, boolean> } };
  happyDOM.settings["disableIframePageLoading"] = true;
  vi.useFakeTimers();
});

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A frame whose document has been loaded, and why it was broken off. */
async function framed(path: string): Promise<readonly string[]> {
  const element = new FramedElement();
  element.tag = "gueridon-whist";
  element.path = path;
  const broken: string[] = [];
  element.addEventListener(BrokenEvent.type, ({ detail: { why } }) => broken.push(why));
  document.body.append(element);
  await element.updateComplete;
  const frame = element.renderRoot.querySelector("iframe");
  Object.defineProperty(frame, "contentWindow", { value: { postMessage: vi.fn() } });
  frame?.dispatchEvent(new Event("load"));
  return broken;
}

test("a board has its time from when its code is there, however long that takes", async () => {
  let arrive: (code: Response) => void = () => undefined;
  const arriving = new Promise<Response>((resolve) => {
    arrive = resolve;
  });
  vi.stubGlobal("fetch", () => arriving);
  const broken = await framed("/games/slow.js");
  await vi.advanceTimersByTimeAsync(120_000);
  expect(broken).toEqual([]);
  arrive(new Response("export {}"));
  await vi.advanceTimersByTimeAsync(19_000);
  expect(broken).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(broken).toEqual(["it does not answer"]);
});

test("a board whose code cannot be loaded is broken off", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("", { status: 404 })));
  const broken = await framed("/games/none.js");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(broken).toEqual(["Error: /games/none.js was answered with 404"]);
});

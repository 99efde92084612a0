// A list that is followed at its end.
import { LitElement, html } from "lit";
import { customElement } from "lit/decorators.js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const observed: (() => void)[] = [];

vi.stubGlobal(
  "ResizeObserver",
  class {
    constructor(heard: () => void) {
      observed.push(heard);
    }
    observe() {
      // The test calls what it heard.
    }
    disconnect() {
      // Nothing is observed.
    }
  },
);
const { FollowEnd } = await import("../../src/ui/follow-end.ts");

@customElement("test-followed")
class Followed extends LitElement {
  readonly end = new FollowEnd(this, ".scroll");
  override render() {
    return html`<div class="scroll"><ol></ol></div>`;
  }
}

let host: Followed;
let list: HTMLElement;
let size = { scrollHeight: 0, clientHeight: 0 };

/** Gives the list a size, as a layout would. */
function lay(now: typeof size) {
  size = now;
}

beforeEach(async () => {
  observed.length = 0;
  host = new Followed();
  document.body.append(host);
  await host.updateComplete;
  list = host.renderRoot.querySelector<HTMLElement>(".scroll") ?? host;
  for (const name of ["scrollHeight", "clientHeight"] as const) {
    Object.defineProperty(list, name, { get: () => size[name] });
  }
});

afterEach(() => {
  host.remove();
});

async function update() {
  host.requestUpdate();
  await host.updateComplete;
}

test("what comes is followed, also after a change of size", async () => {
  lay({ scrollHeight: 500, clientHeight: 100 });
  await update();
  expect(list.scrollTop).toBe(500);
  // A smaller window is no scrolling back, though the end is out of sight now.
  lay({ scrollHeight: 900, clientHeight: 60 });
  list.scrollTop = 400;
  list.dispatchEvent(new Event("scroll"));
  for (const heard of observed) heard();
  expect(list.scrollTop).toBe(900);
  lay({ scrollHeight: 950, clientHeight: 60 });
  await update();
  expect(list.scrollTop).toBe(950);
});

test("scrolling back ends that, and scrolling to the end begins it again", async () => {
  lay({ scrollHeight: 500, clientHeight: 100 });
  await update();
  list.scrollTop = 100;
  list.dispatchEvent(new Event("scroll"));
  lay({ scrollHeight: 600, clientHeight: 100 });
  await update();
  expect([list.scrollTop, host.end.isFollowing]).toEqual([100, false]);
  list.scrollTop = 490;
  list.dispatchEvent(new Event("scroll"));
  lay({ scrollHeight: 700, clientHeight: 100 });
  await update();
  expect(list.scrollTop).toBe(700);
});

// A tip opens for a pointer that moves, not where the board moves below one that rests, and covers no title.
import { expect, test, vi } from "vitest";
import { Tip } from "../src/tip.ts";

const placed = vi.hoisted(() => vi.fn());
vi.mock("@floating-ui/dom", async (original) => ({
  ...(await original<object>()),
  computePosition: (...all: unknown[]) => {
    placed(...all);
    return Promise.resolve({ x: 0, y: 0 });
  },
}));

/** A board with two things that explain themselves, and what its tip says. */
function explained() {
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  root.innerHTML = `<i data-tip="one"></i><i data-tip="two"></i>
    <dialog><h2></h2><i data-tip="three"></i></dialog>
    <div class="tip" popover="manual"><b></b><p></p></div>`;
  document.body.append(host);
  const layer = root.querySelector<HTMLElement>(".tip");
  if (!layer) throw new Error("there is no layer for the tip");
  let isOpen = false;
  const matches = layer.matches.bind(layer);
  Object.assign(layer, {
    matches: (selector: string) => (selector === ":popover-open" ? isOpen : matches(selector)),
    showPopover: () => (isOpen = true),
    hidePopover: () => (isOpen = false),
  });
  new Tip(() => ({ title: "", text: "" })).listen(root);
  const over = (index: number, screenX: number) => {
    const at = { bubbles: true, pointerType: "mouse", screenX };
    root.querySelectorAll("i")[index]?.dispatchEvent(new PointerEvent("pointerover", at));
  };
  const said = () => (isOpen ? layer.querySelector("p")?.textContent : null);
  return { over, said };
}

test("no tip opens under a pointer that rests, and one that is open there closes", () => {
  const { over, said } = explained();
  over(0, 10);
  expect(said()).toBe("one");
  over(1, 10);
  expect(said()).toBeNull();
  over(1, 11);
  expect(said()).toBe("two");
});

test("a tip stands above, but in a dialog below, so that it does not cover the title", () => {
  const { over } = explained();
  const placements = () => placed.mock.calls.map(([, , { placement }]) => placement as string);
  placed.mockClear();
  over(0, 10);
  over(2, 11);
  expect(placements()).toEqual(["top", "bottom"]);
});

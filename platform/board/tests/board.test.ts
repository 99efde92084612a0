// What every board does: it follows the moves of others, can be heard, and explains itself.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { state, type Counter, type CounterView } from "./counter.ts";
import { all, one } from "./stage.ts";

const played = vi.hoisted(() => vi.fn());
vi.mock("../src/sounds.ts", () => ({ play: played }));

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  played.mockClear();
});
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What the page sets. */
type Part = Partial<Pick<Counter, "table" | "view" | "moves" | "motion">>;

/** Sets properties of a board, as the page does. */
function set(found: Counter, part: Part): void {
  Object.assign<HTMLElement, Part>(found, part);
}

/** A board in the document, after its first rendering. */
async function board(part: Part = {}): Promise<Counter> {
  const found = document.createElement("test-counter");
  set(found, { table: state(1), view: view(1), motion: true, ...part });
  document.body.replaceChildren(found);
  await found.updateComplete;
  return found;
}

const view = (count: number, chips = 0): CounterView => ({ count, chips });
const shown = (found: Counter) => Number.parseInt(one(found, ".number").textContent, 10);

/** Sets what the page would set after an entry. */
async function enter(found: Counter, seq: number, part: Part = {}): Promise<void> {
  set(found, { table: state(seq), view: view(seq), ...part });
  await found.updateComplete;
}

const raise = [{ move: { count: { raise: {} } }, words: "Raise" }];

test("the moves of others are shown one after the other", async () => {
  const found = await board();
  for (const seq of [2, 3, 4]) await enter(found, seq);
  const seen = [shown(found)];
  for (let time = 0; time < 2; time += 1) {
    vi.advanceTimersByTime(700);
    await found.updateComplete;
    seen.push(shown(found));
  }
  expect(seen).toEqual([2, 3, 4]);
  expect(all(found, ".behind")).toHaveLength(0);
});

test.each(["button", "key"])("what is still to come is skipped by a %s", async (how) => {
  const found = await board();
  for (const seq of [2, 3]) await enter(found, seq);
  await enter(found, 4, { table: state(4, {}, 0), moves: raise });
  expect(one(found, ".behind").textContent.replace(/\s+/g, " ")).toContain("2 moves to come");
  const sent: unknown[] = [];
  found.addEventListener("gueridon-play", (event) => sent.push(event.detail.steps));
  // Until then there is nothing to choose, for what would be chosen from is not shown yet.
  expect(all(found, ".act, .do")).toHaveLength(0);
  if (how === "button") one(found, '[data-key="skip"]').click();
  else document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  await found.updateComplete;
  expect(shown(found)).toBe(4);
  one(found, ".act").click();
  expect(sent).toEqual([raise.map(({ move }) => move)]);
});

test("one's own decision waits for nothing when nothing else has happened meanwhile", async () => {
  const found = await board();
  await enter(found, 2, { table: state(2, {}, 0), moves: raise });
  expect(shown(found)).toBe(2);
  expect(all(found, ".do")).toHaveLength(1);
});

test("nothing is followed without motion, in a replay, or by choice; the choice is kept", async () => {
  const still = await board({ motion: false });
  for (const seq of [2, 3, 4]) await enter(still, seq);
  expect(shown(still)).toBe(4);

  const replay = await board();
  for (const seq of [2, 3, 4]) await enter(replay, seq, { table: state(seq, { isReplay: true }) });
  expect(shown(replay)).toBe(4);

  const chosen = await board();
  one(chosen, '[data-key="settings"]').click();
  await chosen.updateComplete;
  const box = one(chosen, 'input[name="follows"]') as HTMLInputElement;
  expect(box.checked).toBe(true);
  box.checked = false;
  box.dispatchEvent(new Event("change"));
  await chosen.updateComplete;
  for (const seq of [2, 3, 4]) await enter(chosen, seq);
  expect(shown(chosen)).toBe(4);

  const later = await board();
  for (const seq of [2, 3, 4]) await enter(later, seq);
  expect(shown(later)).toBe(4);
});

test("a browser that keeps nothing, or something else, has the settings that hold by themselves", async () => {
  localStorage.setItem("gueridon.board", '{"follows":"yes","hasSounds":1,"volume":7}');
  const found = await board();
  for (const seq of [2, 3, 4]) await enter(found, seq);
  expect(shown(found)).toBe(2);
  expect(played).not.toHaveBeenCalled();
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new Error("blocked");
  });
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("blocked");
  });
  const blocked = await board();
  one(blocked, '[data-key="settings"]').click();
  await blocked.updateComplete;
  const box = one(blocked, 'input[name="hasSounds"]') as HTMLInputElement;
  box.checked = true;
  box.dispatchEvent(new Event("change"));
  expect(played).toHaveBeenLastCalledWith("turn", 0.5);
});

const AUDIBLE = '{"follows":false,"hasSounds":true,"volume":0.8,"isHeardHidden":false}';

test.each([
  ["one's own turn", { table: state(2, {}, 0), view: view(20) }, "turn"],
  ["the end", { table: state(2, { status: "OVER" }), view: view(20) }, "over"],
  ["an attack", { table: state(2), view: view(20, 20) }, "attack"],
  ["a gain", { table: state(2), view: view(2, 20) }, "gain"],
  ["something that moves", { table: state(2), view: view(2, 1) }, "card"],
] as const)("%s is heard", async (_, part, sound) => {
  localStorage.setItem("gueridon.board", AUDIBLE);
  const found = await board({ motion: false });
  await enter(found, 2, part);
  expect(played.mock.calls).toEqual([[sound, 0.8]]);
});

test("nothing is heard by default, of what is not new, or in a replay", async () => {
  const silent = await board();
  await enter(silent, 2, { table: state(2, {}, 0) });
  expect(played).not.toHaveBeenCalled();
  localStorage.setItem("gueridon.board", AUDIBLE);
  const found = await board();
  found.language = "FR";
  await found.updateComplete;
  await enter(found, 2, { table: state(2, { isReplay: true }, 0) });
  expect(played).not.toHaveBeenCalled();
});

test("while the page is hidden nothing is heard but one's turn, by those who want it", async () => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  localStorage.setItem("gueridon.board", AUDIBLE);
  const found = await board();
  await enter(found, 2, { table: state(2, {}, 0) });
  expect(played).not.toHaveBeenCalled();
  localStorage.setItem("gueridon.board", AUDIBLE.replace(/false}/, "true}"));
  const wanted = await board();
  await enter(wanted, 2, { view: view(20) });
  expect(played).not.toHaveBeenCalled();
  await enter(wanted, 3, { table: state(3, {}, 0) });
  expect(played.mock.calls).toEqual([["turn", 0.8]]);
});

test("a finger that touches a symbol is told what it means", async () => {
  const found = await board();
  const mark = one(found, ".mark");
  const layer = one(found, ".tip");
  const told = vi.fn();
  layer.showPopover = told;
  mark.dispatchEvent(
    Object.assign(new MouseEvent("click", { bubbles: true }), { pointerType: "touch" }),
  );
  expect(layer.textContent).toContain("How often");
  expect(told).toHaveBeenCalled();
});

/** The words of the buttons in each bar of the panel. */
const bars = (found: Counter) =>
  all(found, ".bar").map((bar) =>
    [...bar.querySelectorAll(".do")].map(({ textContent }) => textContent.trim()),
  );

test.each([4, 5])(
  "what ends a turn stands below more than four other choices: %s",
  async (count) => {
    const kinds = Array.from({ length: count }, (_, place) => `kind${place}`);
    const end = { move: { count: { end: {} } }, words: "End the turn" };
    const others = kinds.map((kind) => ({ move: { count: { [kind]: {} } }, words: kind }));
    const found = await board({ table: state(1, {}, 0), moves: [end, ...others] });
    const last = "End the turn";
    expect(bars(found)).toEqual(count > 4 ? [kinds, [last]] : [[last, ...kinds]]);
  },
);

const heading = (found: Counter) => one(found, "#moves").textContent.trim();

test("the panel asks what the game asks, and says why there is nothing to choose", async () => {
  const mine = state(1, {}, 0);
  const asked = await board({ table: { ...mine, prompt: "Raise it?" }, moves: raise });
  expect(heading(asked)).toBe("Raise it?");
  expect(heading(await board({ table: mine, moves: raise }))).toBe("What you can do");
  const over = await board({ table: state(1, { status: "OVER" }) });
  expect(heading(over)).toBe("The game is over.");
  expect(heading(await board({ table: state(1) }))).toBe("There is nothing to choose now.");
  const seats = mine.seats.map((seat) =>
    seat.number === 0 ? ({ ...seat, condition: "RESIGNED" } as const) : seat,
  );
  const resigned = await board({ table: { ...mine, seats, prompt: "Raise it?" } });
  expect(heading(resigned)).toBe("You have resigned: a stand-in plays for you.");
});

test("what is given away for good is shown in the panel before it is played", async () => {
  const move = { count: { raise: { forGood: {} } } };
  const moves = [
    { move, words: "Throw it away" },
    { move: { count: { pass: {} } }, words: "Pass" },
  ];
  const found = await board({ table: state(1, {}, 0), moves });
  const sent: unknown[] = [];
  found.addEventListener("gueridon-play", (event) => sent.push(event.detail.steps));
  const press = one(found, ".act");
  expect(press.getAttribute("aria-label")).toBe("Throw it away …");
  press.click();
  await found.updateComplete;
  expect(sent).toEqual([]);
  expect(bars(found)).toEqual([["Throw it away"]]);
  one(found, '[data-key="back"]').click();
  await found.updateComplete;
  expect(bars(found)).toEqual([["Throw it away", "Pass"]]);
  one(found, ".act").click();
  await found.updateComplete;
  one(found, ".bar .do").click();
  expect(sent).toEqual([[move]]);
});

// The generic table as players meet it: what it shows, and what comes of pressing its buttons.
import { parse, print, type DocumentNode } from "graphql";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Preview, TableState } from "../../src/element.ts";
import type { MoveButtons } from "../../src/generic-table/move-buttons.ts";
import "../../src/generic-table/generic-table.ts";
import type { GenericTable } from "../../src/generic-table/generic-table.ts";
import { loadTypesOf } from "../../src/games/views.ts";
import { $language } from "../../src/preferences/preferences.ts";
import { looksIn, wordsOf, type Look } from "./looks.ts";
import { SERVED, askedOf } from "../support/schema.ts";

vi.mock("../../src/api/client.ts", () => ({
  ask: (document: DocumentNode) => askedOf(SERVED)(print(parse(print(document)))),
}));

const NAMES = ["Ada", "Blaise", "Chloé", "Dédé", "Eve"];

function stateOf({ seats, seat, prompt }: Look, more: Partial<TableState> = {}): TableState {
  return {
    id: "one",
    seq: 7,
    status: "PLAYING",
    seats: NAMES.slice(0, seats).map((name, number) => ({
      number,
      name,
      condition: "PLAYING",
      toAct: number === seat,
    })),
    seat,
    prompt,
    isReplay: false,
    ...more,
  };
}

let table: GenericTable;
let played: (readonly unknown[])[] = [];
let composed: (readonly unknown[])[] = [];

beforeEach(() => {
  $language.set("EN");
  localStorage.clear();
  [played, composed] = [[], []];
  table = document.createElement("gueridon-generic");
  table.addEventListener("gueridon-play", (event) => played.push(event.detail.steps));
  table.addEventListener("gueridon-compose", (event) => composed.push(event.detail.steps));
  document.body.append(table);
});

afterEach(() => {
  table.remove();
});

async function settled(): Promise<void> {
  // What one element draws is another's property, which that draws in turn.
  for (let turn = 0; turn < 4; turn += 1) {
    await table.updateComplete;
    await movesOf()?.updateComplete;
  }
}

async function show(look: Look, more: Partial<GenericTable> = {}): Promise<void> {
  const { view, moves, catalogue } = look;
  Object.assign(table, { table: stateOf(look), view, moves, catalogue, preview: null, ...more });
  // The table asks for the same types, which are asked for once.
  await loadTypesOf(String(look.view["__typename"]));
  await settled();
}

function movesOf(): MoveButtons | null {
  return table.renderRoot.querySelector("gueridon-generic-moves");
}

function buttons(): HTMLButtonElement[] {
  return [...(movesOf()?.renderRoot.querySelectorAll<HTMLButtonElement>("button.step") ?? [])];
}

function textOf(root: ParentNode): string {
  return (root.textContent ?? "").replace(/\s+/g, " ");
}

function line(words: string): HTMLElement {
  return Object.assign(document.createElement("p"), { textContent: words });
}

function press(words: string): void {
  const all = [...table.renderRoot.querySelectorAll("button"), ...buttons()];
  const button = all.find((one) => textOf(one).includes(words));
  if (!button) throw new Error(`no button ${words}`);
  button.click();
}

async function tryOut(): Promise<void> {
  const box = table.renderRoot.querySelector<HTMLInputElement>(".switch input");
  box?.click();
  await settled();
}

function previewOf(look: Look, steps: readonly unknown[], more: Partial<Preview> = {}): Preview {
  return {
    steps,
    refusal: null,
    prompt: "And then?",
    view: look.view,
    moves: look.moves.slice(0, 1),
    told: ["Something happens."],
    isUncertain: false,
    ...more,
  };
}

const looks = (["EN", "FR"] as const).flatMap((language) =>
  looksIn(language).map((look, at) => ({ name: `${look.game} ${at} ${language}`, look, language })),
);
const [look] = looksIn("EN");
if (!look) throw new Error("no look was recorded");
const first = look.moves[0];
if (!first) throw new Error("the first look has no step");

describe.each(looks)("a look at $name", ({ look, language }) => {
  beforeEach(async () => {
    $language.set(language);
    await show(look);
  });

  test("names every thing of the view in the player's language", () => {
    const text = textOf(table.renderRoot);
    const names = wordsOf(look.view).map((word) => look.catalogue.get(word)?.name ?? "");
    expect(names.filter((name) => !text.includes(name.replace(/\s+/g, " ")))).toEqual([]);
  });

  test("offers every step with its sentence, and sends it as it came", () => {
    const found = buttons();
    expect(
      found
        .map((one) =>
          textOf(one)
            .replace(/^ ?\d? /, "")
            .trim(),
        )
        .sort(),
    ).toEqual(look.moves.map(({ words }) => words.replace(/\s+/g, " ")).sort());
    found.forEach((one) => {
      one.click();
    });
    expect(new Set(played.map(([step]) => step))).toEqual(
      new Set(look.moves.map(({ move }) => move)),
    );
  });

  test("has one's own side first and marked, and a side for each of the others", () => {
    const headings = [...table.renderRoot.querySelectorAll(".side h3")].map(textOf);
    expect(headings).toHaveLength(look.seats);
    expect(headings[0]).toContain(NAMES[look.seat]);
    expect(headings[0]).toContain(language === "FR" ? "vous" : "you");
  });
});

test("whoever is not asked is told what is", async () => {
  const question = look.catalogue.get(`AbyssQuestion.${String(look.view["question"])}`)?.name ?? "";
  expect(question).not.toBe("");
  await show(look);
  expect(textOf(table.renderRoot)).not.toContain(question);
  const other = (look.seat + 1) % look.seats;
  await show(look, { table: { ...stateOf(look), seat: other }, moves: [] });
  expect(textOf(table.renderRoot)).toContain(question);
});

test("who looks back through the eyes of another is not called by their name", async () => {
  await show(look, { table: stateOf(look, { isReplay: true }), moves: [] });
  const headings = [...table.renderRoot.querySelectorAll(".side h3")].map(textOf);
  expect(headings.join()).not.toContain("you");
});

test("a figure that could be another has its caption, and the caption its text", async () => {
  const [shown] = looksIn("EN").filter(({ game }) => game === "allegeance");
  if (!shown) throw new Error("no look at Allégeance");
  const stack = { partisans: 0, passing: 0, chief: false, strength: 1 };
  const stacks = [{ __typename: "AllegeanceStack", guild: "diplomates", ...stack }];
  await show(shown, { view: { ...shown.view, stacks } });
  expect(textOf(table.renderRoot)).toMatch(/Strength\s+1/);
  const captions = [...table.renderRoot.querySelectorAll(".more button.caption")].map(textOf);
  expect(captions.join()).toContain("Strength");
});

test("a figure stands alone beside a name, and with its caption beside what is hidden", async () => {
  const withDeck = looksIn("EN").find(({ game }) => game === "allegeance");
  if (!withDeck) throw new Error("no look at Allégeance");
  const place = (card: string | null) => ({ __typename: "AllegeanceDeckPlace", depth: 29, card });
  await show({
    ...withDeck,
    view: { ...withDeck.view, underDeck: [place(null), place("deexos")] },
  });
  const text = textOf(table.renderRoot);
  expect(text).toContain("Cards above it 29");
  expect(text).toMatch(/Deexos\s+29/);
});

test("what players have of the same things stands in one table, and not at their sides too", async () => {
  const [, , shown] = looksIn("EN").filter(({ game }) => game === "allegeance");
  if (!shown) throw new Error("no look at Allégeance for four");
  await show(shown);
  const columns = [...table.renderRoot.querySelectorAll(".columns th[scope=col]")].map(textOf);
  expect(columns).toHaveLength(shown.seats);
  expect(columns[0]).toContain(NAMES[shown.seat]);
  expect(table.renderRoot.querySelectorAll(".columns th[scope=row]").length).toBeGreaterThan(1);
  const sides = [...table.renderRoot.querySelectorAll(".side")].map(textOf).join();
  expect(sides).not.toContain("Partisans");
});

describe("what is not as it should be", () => {
  test.each([
    [null],
    [7],
    ["view"],
    [[]],
    [
      {
        __typename: "NobodysView",
        players: [{ seat: 0, hand: [null, { id: "x" }] }],
        a: [[["b"]]],
      },
    ],
    [{ players: "none", cards: [{ count: 3 }], text: "<img src=x onerror=alert(1)>" }],
  ])("a view such as %j is shown as far as it can be, and steps stay open", async (view) => {
    await show(look, { view });
    expect(buttons()).toHaveLength(look.moves.length);
    expect(table.renderRoot.querySelector("img")).toBeNull();
  });

  test("a game without labels is captioned with its fields' names in spaced words", async () => {
    const bare = new Map([...look.catalogue].filter(([, { kind }]) => kind !== "label"));
    await show(look, { catalogue: bare });
    expect(textOf(table.renderRoot)).toContain("Lord deck size");
  });
});

describe("a card", () => {
  test("says what it does when its name is pressed", async () => {
    // Node's document has no popovers of its own.
    const showPopover = vi.fn();
    Object.assign(HTMLElement.prototype, { showPopover });
    const withText = looksIn("EN").find(({ game }) => game === "allegeance");
    if (!withText) throw new Error("no look at Allégeance");
    await show(withText);
    const chip = table.renderRoot.querySelector<HTMLButtonElement>("button.chip");
    if (!chip) throw new Error("no card with a text");
    chip.click();
    const sheet = table.renderRoot.querySelector("gueridon-generic-sheet");
    await sheet?.updateComplete;
    await vi.waitFor(() => {
      expect(showPopover).toHaveBeenCalledOnce();
    });
    const said = [...withText.catalogue.values()].find(({ name }) => name === textOf(chip).trim());
    expect(said?.text).toBeTruthy();
    expect(sheet && textOf(sheet.renderRoot)).toContain(said?.text);
  });
});

describe("steps", () => {
  test("cannot be chosen while one is being sent", async () => {
    await show(look, { isBusy: true });
    expect(buttons().every(({ disabled }) => disabled)).toBe(true);
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "1" }));
    expect(played).toEqual([]);
  });

  test("can be chosen by number, and the buttons say so", async () => {
    await show(look);
    expect(buttons()[0]?.getAttribute("aria-keyshortcuts")).toBe("1");
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "1" }));
    expect(played).toEqual([[first.move]]);
  });

  test("can be chosen by the key of a number that is a letter there", async () => {
    await show(look);
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "&", code: "Digit1" }));
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "End", code: "Numpad1" }));
    expect(played).toEqual([[first.move]]);
  });

  test("are not chosen by number while a dialog is open", async () => {
    await show(look);
    const host = document.createElement("div");
    const dialog = document.createElement("dialog");
    host.attachShadow({ mode: "open" }).append(dialog);
    document.body.append(host);
    dialog.open = true;
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "1" }));
    host.remove();
    expect(played).toEqual([]);
  });

  test("that are gone give the focus to what is asked now, and others keep it", async () => {
    await show(look);
    const heading = () => table.renderRoot.querySelector(".actions h2");
    buttons()[0]?.focus();
    buttons()[0]?.click();
    await settled();
    expect(document.activeElement).toBe(table);
    table.isBusy = true;
    await settled();
    Object.assign(table, { isBusy: false, moves: [{ move: { abyss: "other" }, words: "Other" }] });
    await settled();
    expect(table.shadowRoot?.activeElement).toBe(heading());
  });

  test("are not chosen by a number that is typed into a field, or with another key held", async () => {
    await show(look);
    const field = document.createElement("input");
    document.body.append(field);
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "1", bubbles: true, composed: true }));
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "1", ctrlKey: true }));
    field.remove();
    expect(played).toEqual([]);
  });

  test("are not chosen by number where the player does not want that", async () => {
    await show(look);
    movesOf()?.renderRoot.querySelector<HTMLInputElement>(".keys input")?.click();
    await settled();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "1" }));
    expect(played).toEqual([]);
    expect(buttons()[0]?.hasAttribute("aria-keyshortcuts")).toBe(false);
  });

  test("that are many are folded up by kind, keys go to those in sight, and what is unfolded stays so", async () => {
    const step = (kind: string, at: number) => ({
      move: { abyss: { [kind]: { at } } },
      words: `${kind} ${at}`,
    });
    const moves = [
      ...Array.from({ length: 18 }, (_, at) => step("long", at)),
      step("short", 0),
      step("short", 1),
    ];
    await show(look, { moves });
    const folds = () => [...(movesOf()?.renderRoot.querySelectorAll("details") ?? [])];
    expect(folds().map(({ open }) => open)).toEqual([false, true]);
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "1" }));
    expect(played).toEqual([[step("short", 0).move]]);
    const [long] = folds();
    if (!long) throw new Error("no group");
    long.open = true;
    long.dispatchEvent(new Event("toggle"));
    await show(look, { moves: moves.slice(1), table: stateOf(look, { seq: 8 }) });
    expect(folds().map(({ open }) => open)).toEqual([true, true]);
  });

  test("that are listed twice are two buttons", async () => {
    await show(look, { moves: [first, first, first] });
    expect(buttons()).toHaveLength(3);
  });

  test("that are very many can be searched", async () => {
    const moves = Array.from({ length: 120 }, (_, at) => ({
      move: { abyss: { [`kind${at % 3}`]: { at } } },
      words: `Step ${at}`,
    }));
    await show(look, { moves });
    const field = movesOf()?.renderRoot.querySelector<HTMLInputElement>("#search");
    if (!field) throw new Error("no field to search in");
    field.value = "step 117";
    field.dispatchEvent(new Event("input"));
    await settled();
    expect(buttons().map(textOf)).toEqual([expect.stringContaining("Step 117")]);
  });

  test("mark on the table what they speak of while they are thought of", async () => {
    const [, , , other] = looksIn("EN");
    if (!other) throw new Error("no look at Allégeance");
    await show(other);
    const speaks = buttons().find((one) => textOf(one).includes("Discard:"));
    speaks?.dispatchEvent(new Event("focus"));
    await settled();
    expect(table.renderRoot.querySelectorAll(".chip.highlighted").length).toBeGreaterThan(0);
    speaks?.dispatchEvent(new Event("blur"));
    await settled();
    expect(table.renderRoot.querySelectorAll(".chip.highlighted")).toHaveLength(0);
  });

  test.each<[string, Partial<TableState>]>([
    [
      "It is not your turn. Waiting for: Ada",
      { seat: 1, seats: stateOf({ ...look, seat: 0 }).seats },
    ],
    [
      "You are watching. Waiting for: Ada",
      { seat: null, seats: stateOf({ ...look, seat: 0 }).seats },
    ],
    ["The game is over.", { status: "OVER" }],
    ["a past moment", { isReplay: true }],
  ])("that are none: the table says why, as %j", async (words, state) => {
    await show(look, { moves: [], table: stateOf(look, state) });
    expect(textOf(table.renderRoot)).toContain(words);
    expect(buttons()).toHaveLength(0);
  });
});

describe("trying out", () => {
  beforeEach(async () => {
    await show(look);
    await tryOut();
    press(first.words);
    await settled();
  });

  test("plays nothing, and asks what would come of it", () => {
    expect(played).toEqual([]);
    expect(composed).toEqual([[first.move]]);
    expect(buttons().every(({ disabled }) => disabled)).toBe(true);
  });

  test("shows what would come of it, marked as no more than that, and goes on from there", async () => {
    table.preview = previewOf(look, [first.move], { isUncertain: true });
    await settled();
    const text = textOf(table.renderRoot);
    for (const words of [
      "And then?",
      "Something happens.",
      "Just a trial",
      "one possibility of several",
    ]) {
      expect(text).toContain(words);
    }
    press(first.words);
    expect(composed.at(-1)).toEqual([first.move, first.move]);
  });

  test("sends all steps as one, when asked to, and begins anew when they are played", async () => {
    table.preview = previewOf(look, [first.move]);
    await settled();
    press("Play this step");
    expect(played).toEqual([[first.move]]);
    table.isBusy = true;
    await settled();
    Object.assign(table, { table: stateOf(look, { seq: 8 }), preview: null, isBusy: false });
    await settled();
    expect(composed.at(-1)).toEqual([]);
    expect(buttons().every(({ disabled }) => disabled)).toBe(false);
  });

  test("keeps what was refused, to be sent again, also when somebody else plays", async () => {
    table.preview = previewOf(look, [first.move]);
    await settled();
    press("Play this step");
    table.isBusy = true;
    await settled();
    table.isBusy = false;
    await settled();
    table.table = stateOf(look, { seq: 8 });
    await settled();
    press("Play this step");
    expect(played).toEqual([[first.move], [first.move]]);
  });

  test("says in another language what is tried, as soon as it is known there", async () => {
    const [second] = look.moves.slice(1);
    if (!second) throw new Error("the first look has one step only");
    const french = (step: typeof first) => ({ ...step, words: `fr ${step.words}` });
    table.preview = previewOf(look, [first.move], { moves: [second] });
    await settled();
    press(second.words);
    table.preview = previewOf(look, [first.move, second.move]);
    await settled();
    table.language = "FR";
    await settled();
    expect(composed.at(-1)).toEqual([]);
    table.preview = null;
    await settled();
    table.moves = look.moves.map(french);
    await settled();
    expect(composed.at(-1)).toEqual([first.move]);
    table.preview = previewOf(look, [first.move], { moves: [french(second)] });
    await settled();
    expect(composed.at(-1)).toEqual([first.move, second.move]);
    const tried = [...table.renderRoot.querySelectorAll(".preview-box ol li")].map(textOf);
    expect(tried).toEqual([first, second].map((step) => textOf(line(french(step).words))));
  });

  test("is forgotten while a moment that is past is looked at", async () => {
    table.preview = previewOf(look, [first.move]);
    await settled();
    Object.assign(table, { table: stateOf(look, { isReplay: true }), preview: null, moves: [] });
    await settled();
    expect(table.renderRoot.querySelector(".preview-box")).toBeNull();
  });

  test("goes one step back, and is given up", async () => {
    table.preview = previewOf(look, [first.move]);
    await settled();
    press(first.words);
    await settled();
    press("One step back");
    await settled();
    expect(composed.at(-1)).toEqual([first.move]);
    press("Cancel the trial");
    await settled();
    expect(composed.at(-1)).toEqual([]);
    expect(buttons()).toHaveLength(look.moves.length);
  });

  test("leaves it to the page to ask anew when the table goes on meanwhile", async () => {
    table.preview = previewOf(look, [first.move]);
    table.table = stateOf(look, { seq: 8 });
    await settled();
    expect(composed).toEqual([[first.move]]);
    expect(table.renderRoot.querySelector(".preview-box")).not.toBeNull();
  });

  test("is given up when the table goes on before there is an answer, or the page takes it away", async () => {
    table.table = stateOf(look, { seq: 8 });
    await settled();
    expect(composed.at(-1)).toEqual([]);
    press(first.words);
    table.preview = previewOf(look, [first.move]);
    await settled();
    table.preview = null;
    await settled();
    expect(table.renderRoot.querySelector(".preview-box")).toBeNull();
  });

  test("says why steps cannot be played, and lets them be taken back only", async () => {
    table.preview = previewOf(look, [first.move], { refusal: "Not now.", view: null, moves: [] });
    await settled();
    expect(textOf(table.renderRoot)).toContain("Not now.");
    press("Play this step");
    expect(played).toEqual([]);
    expect(buttons()).toHaveLength(0);
  });
});

describe("what has changed", () => {
  const richer = (pearls: number) => {
    const players = look.view["players"] as { seat: number; pearls: number }[];
    return {
      ...look.view,
      players: players.map((one) => ({ ...one, pearls: one.pearls + pearls })),
    };
  };
  const marks = () => [...table.renderRoot.querySelectorAll(".mark")].map(textOf);

  test("is marked with the difference", async () => {
    await show(look);
    expect(marks()).toEqual([]);
    await show(look, { view: richer(2), table: stateOf(look, { seq: 8 }) });
    expect(marks()).toEqual(Array.from({ length: look.seats }, () => "+2"));
  });

  test("stays marked when the same comes again, as it does with every message", async () => {
    await show(look);
    await show(look, { view: richer(2), table: stateOf(look, { seq: 8 }) });
    await show(look, { view: richer(2), table: stateOf(look, { seq: 8 }) });
    expect(marks()).toEqual(Array.from({ length: look.seats }, () => "+2"));
  });

  test("since one last played, however many others have played meanwhile", async () => {
    await show(look);
    await show(look, { view: richer(1), moves: [], table: stateOf(look, { seq: 8 }) });
    await show(look, { view: richer(3), moves: [], table: stateOf(look, { seq: 9 }) });
    expect(marks()).toEqual(Array.from({ length: look.seats }, () => "+3"));
  });
});

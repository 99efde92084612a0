// A generic table for tests that set its look and press its buttons.
import { parse, print, type DocumentNode } from "graphql";
import { afterEach, beforeEach, vi } from "vitest";
import type { LegalMove, Preview, TableState } from "@gueridon/element";
import type { MoveButtons } from "../../src/generic-table/move-buttons.ts";
import "../../src/generic-table/generic-table.ts";
import type { GenericTable } from "../../src/generic-table/generic-table.ts";
import { loadTypesOf } from "../../src/games/views.ts";
import { $language } from "../../src/preferences/preferences.ts";
import { looksIn, type Look } from "./looks.ts";
import { SERVED, askedOf } from "../support/schema.ts";

vi.mock("../../src/api/client.ts", () => ({
  ask: (document: DocumentNode) => askedOf(SERVED)(print(parse(print(document)))),
}));

/** The names of the players. */
export const NAMES = ["Ada", "Blaise", "Chloé", "Dédé", "Eve"];

/** The first look of a game that was recorded. */
export function lookAt(game: string): Look {
  const found = looksIn("EN").find((look) => look.game === game);
  if (!found) throw new Error(`no look at ${game} was recorded`);
  return found;
}

/** A look whose player has several steps. */
export const look = lookAt("abyss");

/** The first step of that look. */
export const first: LegalMove = (() => {
  const [step] = look.moves;
  if (!step) throw new Error("the look has no step");
  return step;
})();

/** The platform's part of a look. */
export function stateOf({ seats, seat, prompt }: Look, more: Partial<TableState> = {}): TableState {
  return {
    id: "one",
    seq: 7,
    since: 5,
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

/** The table of the current test. */
export let table: GenericTable;
/** The moves that it has sent so far. */
export let played: (readonly unknown[])[] = [];
/** The steps that it has asked a preview of so far. */
export let composed: (readonly unknown[])[] = [];

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

/** Waits until everything is rendered. */
export async function settled(): Promise<void> {
  // Rendering one element sets properties of another, which then renders.
  for (let turn = 0; turn < 4; turn += 1) {
    await table.updateComplete;
    await movesOf()?.updateComplete;
  }
}

/** Shows a look. */
export async function show(look: Look, more: Partial<GenericTable> = {}): Promise<void> {
  const { view, moves, catalogue } = look;
  Object.assign(table, { table: stateOf(look), view, moves, catalogue, preview: null, ...more });
  // The same types are loaded by the table, from a cache.
  await loadTypesOf(String(look.view["__typename"]));
  await settled();
}

/** The list of steps. */
export function movesOf(): MoveButtons | null {
  return table.renderRoot.querySelector("gueridon-generic-moves");
}

/** The buttons of the steps. */
export function buttons(): HTMLButtonElement[] {
  return [...(movesOf()?.renderRoot.querySelectorAll<HTMLButtonElement>("button.step") ?? [])];
}

/** The text of an element, with single spaces. */
export function textOf(root: ParentNode): string {
  return (root.textContent ?? "").replace(/\s+/g, " ");
}

/** Presses the first button with these words. */
export function press(words: string): void {
  const all = [...table.renderRoot.querySelectorAll("button"), ...buttons()];
  const button = all.find((one) => textOf(one).includes(words));
  if (!button) throw new Error(`no button ${words}`);
  button.click();
}

/** Switches previews on. */
export async function enablePreview(): Promise<void> {
  const box = table.renderRoot.querySelector<HTMLInputElement>(".switch input");
  box?.click();
  await settled();
}

/** The answer to a preview of these steps. */
export function previewOf(
  look: Look,
  steps: readonly unknown[],
  more: Partial<Preview> = {},
): Preview {
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

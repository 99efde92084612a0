// A board that shows a recorded position, and access to its buttons.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LitElement } from "lit";
import {
  ComposeEvent,
  PlayEvent,
  type Catalogue,
  type CatalogueEntry,
  type LegalMove,
  type ScorePad,
  type TableElement,
  type TableState,
} from "@gueridon/element";

/** A board in a test. */
export type Shown = LitElement & TableElement;

/** A position recorded by build/record.mjs. */
export interface Position<View> {
  readonly seat: number | null;
  readonly prompt: string | null;
  readonly view: View;
  readonly score: ScorePad | null;
  readonly moves: readonly LegalMove[];
  /** The prompt and the words of the steps in French. */
  readonly french: { readonly prompt: string | null; readonly words: readonly string[] };
}

/** The recorded positions of a game, and its board. */
export class Stage<View extends { readonly toAct: readonly number[] }, Table extends Shown> {
  /** The recorded positions. */
  readonly positions: readonly Position<View>[];
  /** The English catalogue of a server. */
  readonly catalogue: Catalogue;
  readonly #tag: string;
  readonly #seats: (view: View) => number;

  /** The positions of a folder, and the board with this tag; `seats` counts those of a view. */
  constructor(folder: string, tag: string, seats: (view: View) => number) {
    const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"));
    this.positions = read("positions.json") as readonly Position<View>[];
    const entries = read("catalogue.json") as readonly CatalogueEntry[];
    this.catalogue = new Map(entries.map((entry) => [entry.key, entry]));
    this.#tag = tag;
    this.#seats = seats;
  }

  /** The platform's part of a position. */
  stateOf({ view, seat, prompt }: Position<View>, seq = 1, since = 1): TableState {
    return {
      id: "table",
      seq,
      since,
      status: "PLAYING",
      seats: Array.from({ length: this.#seats(view) }, (_, number) => ({
        number,
        name: `Player ${number + 1}`,
        condition: "PLAYING",
        toAct: view.toAct.includes(number),
      })),
      seat,
      prompt,
      isReplay: false,
    };
  }

  /** Adds a board to the document that shows this position. */
  async show(position: Position<View>): Promise<Table> {
    const table = document.createElement(this.#tag) as unknown as Table;
    table.catalogue = this.catalogue;
    table.table = this.stateOf(position);
    table.view = position.view;
    table.score = position.score;
    table.moves = position.moves;
    document.body.replaceChildren(table);
    await table.updateComplete;
    return table;
  }

  /** The first recorded position that fits. @throws if there is none. */
  find(fits: (position: Position<View>) => boolean): Position<View> {
    const found = this.positions.find(fits);
    if (!found) throw new Error("no recorded position fits");
    return found;
  }
}

/** All elements of the board that a selector finds. */
export function all(table: LitElement, selector: string): readonly HTMLElement[] {
  return [...table.renderRoot.querySelectorAll<HTMLElement>(selector)];
}

/** The first element of the board that a selector finds. @throws if there is none. */
export function one(table: LitElement, selector: string): HTMLElement {
  const found = all(table, selector)[0];
  if (!found) throw new Error(`nothing is found by ${selector}`);
  return found;
}

/** A button's accessible name. */
export function nameOf(element: HTMLElement): string {
  return element.getAttribute("aria-label") ?? element.textContent.trim().replace(/\s+/g, " ");
}

/** Whether a step of this kind is legal. */
export function offers(kind: string): (position: Position<unknown>) => boolean {
  return ({ moves }) => moves.some(({ move }) => JSON.stringify(move).includes(`{"${kind}":`));
}

/**
 * Presses everything that is offered, and what comes up then, until a step is sent.
 * @returns the steps that were sent, as JSON, with the words of the last button.
 */
export async function reached(table: Shown, selector: string): Promise<Map<string, string>> {
  const sent = new Map<string, string>();
  let last: unknown = null;
  const heard = (event: Event) => {
    last = (event as PlayEvent | ComposeEvent).detail.steps.at(-1) ?? last;
  };
  table.addEventListener(PlayEvent.type, heard);
  table.addEventListener(ComposeEvent.type, heard);
  const buttons = () => {
    const found = new Map<string, HTMLElement>();
    for (const button of all(table, selector)) {
      const key = button.dataset["key"] ?? "";
      if (!found.has(key)) found.set(key, button);
    }
    return found;
  };
  const explore = async (way: readonly string[]) => {
    let offered = buttons();
    for (const data of [...offered.keys()]) {
      const button = offered.get(data);
      if (!button) continue;
      // Read before the press, which may take the button away.
      const words = nameOf(button);
      last = null;
      button.click();
      const isChanged = table.isUpdatePending;
      await table.updateComplete;
      if (last !== null) sent.set(JSON.stringify(last), words);
      else if (isChanged && all(table, ".narrowed").length > 0) await explore([...way, data]);
      // Where nothing has changed, the next button is pressed at once.
      if (!isChanged) continue;
      // Back to the place from which the next button is pressed.
      table.table = { ...table.table, since: (table.table.since ?? 0) + 1 };
      table.preview = null;
      await table.updateComplete;
      for (const step of way) {
        buttons().get(step)?.click();
        await table.updateComplete;
      }
      offered = buttons();
    }
  };
  await explore([]);
  table.removeEventListener(PlayEvent.type, heard);
  table.removeEventListener(ComposeEvent.type, heard);
  return sent;
}

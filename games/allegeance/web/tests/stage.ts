// A board that shows a recorded position, and access to its buttons.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LitElement } from "lit";
import type {
  Catalogue,
  CatalogueEntry,
  LegalMove,
  ScorePad,
  TableState,
} from "@gueridon/web/element";
import type { AllegeanceView } from "../src/generated.ts";
import type { AllegeanceTable } from "../src/table.ts";
import "../src/table.ts";

/** A position recorded by build/record.mjs. */
export interface Position {
  readonly seat: number | null;
  readonly prompt: string | null;
  readonly view: AllegeanceView;
  readonly score: ScorePad | null;
  readonly moves: readonly LegalMove[];
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8"));

/** The recorded positions. */
export const positions = read("positions.json") as readonly Position[];

/** The English catalogue of a server. */
export const catalogue: Catalogue = new Map(
  (read("catalogue.json") as readonly CatalogueEntry[]).map((entry) => [entry.key, entry]),
);

/** The platform's part of a position. */
export function stateOf({ view, seat, prompt }: Position, seq = 1, since = 1): TableState {
  return {
    id: "table",
    seq,
    since,
    status: "PLAYING",
    seats: view.players.map(({ seat: number }) => ({
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
export async function showPosition(position: Position): Promise<AllegeanceTable> {
  const table = document.createElement("gueridon-allegeance");
  table.catalogue = catalogue;
  table.table = stateOf(position);
  table.view = position.view;
  table.score = position.score;
  table.moves = position.moves;
  document.body.replaceChildren(table);
  await table.updateComplete;
  return table;
}

/** All elements of the board that a selector finds. */
export function all(table: LitElement, selector: string): readonly HTMLElement[] {
  return [...table.renderRoot.querySelectorAll<HTMLElement>(selector)];
}

/** The element of the board with this `data-key`, or the one that a selector finds. */
export function one(table: LitElement, selector: string): HTMLElement {
  const found = all(table, selector)[0];
  if (!found) throw new Error(`nothing is found by ${selector}`);
  return found;
}

/** A button's accessible name. */
export function nameOf(element: HTMLElement): string {
  return element.getAttribute("aria-label") ?? element.textContent.trim().replace(/\s+/g, " ");
}

/** The first recorded position that fits. @throws if there is none. */
export function find(fits: (position: Position) => boolean): Position {
  const found = positions.find(fits);
  if (!found) throw new Error("no recorded position fits");
  return found;
}

/** Whether a step of this kind is legal. */
export function offers(kind: string): (position: Position) => boolean {
  return ({ moves }) => moves.some(({ move }) => JSON.stringify(move).includes(`{"${kind}":`));
}

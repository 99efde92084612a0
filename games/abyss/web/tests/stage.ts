// A table that shows a recorded position, and access to its buttons.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LitElement } from "lit";
import type { Catalogue, CatalogueEntry, LegalMove, TableState } from "@gueridon/web/element";
import type { AbyssView } from "../src/generated.ts";
import type { AbyssTable } from "../src/table.ts";
import "../src/table.ts";

/** A position recorded by build/record.mjs. */
export interface Position {
  readonly kraken: boolean;
  readonly seat: number | null;
  readonly prompt: string | null;
  readonly view: AbyssView;
  readonly moves: readonly LegalMove[];
}

const read = (place: string): unknown => JSON.parse(readFileSync(place, "utf8"));

/** The recorded positions; ABYSS_POSITIONS names another recording, for a longer run. */
export const positions = read(
  process.env["ABYSS_POSITIONS"] ?? join(import.meta.dirname, "positions.json"),
) as readonly Position[];

/** The English catalogue of a server. */
export const catalogue: Catalogue = new Map(
  (read(join(import.meta.dirname, "catalogue.json")) as readonly CatalogueEntry[]).map((entry) => [
    entry.key,
    entry,
  ]),
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

/** Adds a table to the document that shows this position. */
export async function showPosition(position: Position): Promise<AbyssTable> {
  const table = document.createElement("gueridon-abyss");
  table.catalogue = catalogue;
  table.table = stateOf(position);
  table.view = position.view;
  table.moves = position.moves;
  document.body.replaceChildren(table);
  await table.updateComplete;
  return table;
}

/** All elements of the table that a selector finds. */
export function all(table: LitElement, selector: string): readonly HTMLElement[] {
  return [...table.renderRoot.querySelectorAll<HTMLElement>(selector)];
}

/** The button with an accessible name. */
export function button(table: LitElement, name: string): HTMLElement {
  const found = all(table, "button").find((one) => nameOf(one) === name);
  if (!found) throw new Error(`no button is called ${name}`);
  return found;
}

/** A button's accessible name. */
export function nameOf(one: HTMLElement): string {
  return one.getAttribute("aria-label") ?? one.textContent.trim();
}

/** Fails the test when no recorded position fits. */
export function fail(reason: string): never {
  throw new Error(reason);
}

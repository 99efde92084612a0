// The tables of the lobby, as they come and go.
import { ask, listen } from "./api/client.ts";
import {
  LobbyDocument,
  TablesDocument,
  type TableLineFragment,
  type TablesQuery,
} from "./api/generated.ts";
import type { Heard } from "./api/keep-up.ts";
import type { Language } from "./element.ts";

/** A table as lists have it. */
export type TableLine = TableLineFragment;

/** A number of tables, and whether there are more. */
export interface Shelf {
  readonly tables: readonly TableLine[];
  readonly hasMore: boolean;
}

/** How many tables a page has: what a document with them may cost allows no more. */
const PAGE = 40;

/** The newest tables that have come so far, `pages` pages of them. */
export async function newest(
  status: "OPEN" | "PLAYING",
  wanted: { readonly game: string | null; readonly language: Language; readonly pages: number },
): Promise<Shelf> {
  const { game, language, pages } = wanted;
  const tables: TableLine[] = [];
  let after: string | null = null;
  for (let page = 0; page < pages; page += 1) {
    const variables = { status, game, language, first: PAGE, after };
    const found: TablesQuery = await ask(TablesDocument, variables);
    const { nodes, pageInfo } = found.tables;
    tables.push(...nodes);
    after = pageInfo.endCursor;
    if (!pageInfo.hasNextPage) return { tables, hasMore: false };
  }
  return { tables, hasMore: true };
}

/** Open tables as they come and go. */
export async function* heard(
  game: string | null,
  language: Language,
  signal: AbortSignal,
): AsyncGenerator<Heard<TableLine>> {
  for await (const { tables } of listen(LobbyDocument, { game, language }, signal)) yield tables;
}

/** Whether a player sits at a table. */
export function sitsAt(table: Pick<TableLine, "seats">, player: string | undefined): boolean {
  return table.seats.some((seat) => seat.player !== null && seat.player.id === player);
}

/** Whether a table waits for a player. */
export function isTurnOf(table: Pick<TableLine, "seats" | "status">, player: string): boolean {
  return (
    table.status === "PLAYING" &&
    table.seats.some((seat) => seat.toAct === true && seat.player?.id === player)
  );
}

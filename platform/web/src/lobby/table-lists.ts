// The lists of the lobby: open tables and running games, kept up to date.
import { ask, listen } from "../api/client.ts";
import { LobbyDocument, TablesDocument, type TablesQuery } from "../api/generated.ts";
import type { ListUpdate } from "../api/live-list.ts";
import type { Language } from "@gueridon/element";
import type { TableLine } from "../tables/table-line.ts";

/** The first tables of a list, and whether there are more. */
export interface TableList {
  readonly tables: readonly TableLine[];
  readonly hasMore: boolean;
}

/** Loads the first `pages` pages of tables, newest first. */
export async function newestTables(
  status: "OPEN" | "PLAYING",
  wanted: { readonly game: string | null; readonly language: Language; readonly pages: number },
): Promise<TableList> {
  const { game, language, pages } = wanted;
  const tables: TableLine[] = [];
  let after: string | null = null;
  for (let page = 0; page < pages; page += 1) {
    const variables = { status, game, language, after };
    const found: TablesQuery = await ask(TablesDocument, variables);
    const { nodes, pageInfo } = found.tables;
    tables.push(...nodes);
    after = pageInfo.endCursor;
    if (!pageInfo.hasNextPage) return { tables, hasMore: false };
  }
  return { tables, hasMore: true };
}

/** Updates about tables that open, begin or end. */
export async function* tableUpdates(
  game: string | null,
  language: Language,
  signal: AbortSignal,
): AsyncGenerator<ListUpdate<TableLine>> {
  for await (const { tables } of listen(LobbyDocument, { game, language }, signal)) yield tables;
}

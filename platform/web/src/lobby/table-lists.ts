// The lists of the lobby: tables that are open or played, as they come and go.
import { ask, listen } from "../api/client.ts";
import { LobbyDocument, TablesDocument, type TablesQuery } from "../api/generated.ts";
import type { ListUpdate } from "../api/live-list.ts";
import type { Language } from "../element.ts";
import type { TableLine } from "../tables/table-line.ts";

/** A number of tables, and whether there are more. */
export interface TableList {
  readonly tables: readonly TableLine[];
  readonly hasMore: boolean;
}

/** The newest tables that have come so far, `pages` pages of them. */
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

/** Tables as they open, begin and end. */
export async function* tableUpdates(
  game: string | null,
  language: Language,
  signal: AbortSignal,
): AsyncGenerator<ListUpdate<TableLine>> {
  for await (const { tables } of listen(LobbyDocument, { game, language }, signal)) yield tables;
}

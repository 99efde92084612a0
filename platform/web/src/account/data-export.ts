// The export of all the account's data, loaded page by page.
import { ApiError, ask } from "../api/client.ts";
import { OwnDataDocument, type OwnDataQuery } from "../api/generated.ts";

/** One page of the export. */
export type ExportPage = NonNullable<OwnDataQuery["exportAccount"]>;

/** The size of a page and where it begins. */
export interface ExportCursor {
  readonly first: number;
  readonly after: string | null;
  readonly afterMessage: string | null;
}

/** The lists that are paged; everything else is the same on each page. */
const LISTS = ["tables", "messages"] as const;

/** Loads a page of the export. */
export async function exportPage(place: ExportCursor): Promise<ExportPage> {
  const { exportAccount } = await ask(OwnDataDocument, { ...place });
  if (exportAccount === null) throw new ApiError("UNAVAILABLE", "");
  return exportAccount;
}

/** All pages as one. A page that is too large is requested again with half the items. */
export async function exportAll(
  page: (place: ExportCursor) => Promise<ExportPage>,
): Promise<Record<string, unknown>> {
  const grown: Record<string, unknown[]> = { tables: [], messages: [] };
  let place: ExportCursor = { first: 50, after: null, afterMessage: null };
  for (;;) {
    const { data, pageInfo, messagePageInfo } = await pageThatFits(page, place);
    const record = isRecord(data) ? data : {};
    for (const key of LISTS) {
      const more = record[key];
      if (Array.isArray(more)) grown[key]?.push(...(more as unknown[]));
    }
    if (!pageInfo.hasNextPage && !messagePageInfo.hasNextPage) return { ...record, ...grown };
    // A list that is complete has no new cursor: its last one stays valid.
    place = {
      ...place,
      after: pageInfo.endCursor ?? place.after,
      afterMessage: messagePageInfo.endCursor ?? place.afterMessage,
    };
  }
}

async function pageThatFits(
  page: (place: ExportCursor) => Promise<ExportPage>,
  place: ExportCursor,
): Promise<ExportPage> {
  for (let first = place.first; ; first = Math.floor(first / 2)) {
    try {
      return await page({ ...place, first });
    } catch (failed) {
      const isTooLarge = failed instanceof ApiError && failed.code === "TOO_LARGE";
      if (!isTooLarge || first <= 1) throw failed;
    }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Saves data as a file. */
export function download(name: string, data: unknown): void {
  const text = JSON.stringify(data, null, 2);
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read it only after the click.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 60_000);
}

// Reading a whole connection, page by page.

/** A page of a connection, as the API has it. */
export interface Page<T> {
  readonly nodes: readonly T[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Loads all pages in turn; `page` is given the cursor to begin after. */
export async function everyPage<T>(
  page: (after: string | null) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const all: T[] = [];
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo } = await page(after);
    all.push(...nodes);
    if (!pageInfo.hasNextPage || pageInfo.endCursor === null) return all;
    after = pageInfo.endCursor;
  }
}

// The players whom the visitor has muted.
import { ask } from "../api/client.ts";
import { OwnMutesDocument, type OwnMutesQuery } from "../api/generated.ts";

/** A muted player, and since when. */
export type MutedPlayer = NonNullable<OwnMutesQuery["account"]>["mutes"]["nodes"][number];

/** All of them: there are 1,000 at most. */
export async function mutedPlayers(): Promise<readonly MutedPlayer[]> {
  const all: MutedPlayer[] = [];
  let after: string | null = null;
  do {
    const page: OwnMutesQuery = await ask(OwnMutesDocument, { after });
    const { nodes = [], pageInfo } = page.account?.mutes ?? {};
    all.push(...nodes);
    after = pageInfo?.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  return all;
}

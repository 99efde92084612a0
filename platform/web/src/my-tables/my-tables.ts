// The visitor's own tables and invitations, kept up to date by one subscription for the whole page.
import { atom, computed } from "nanostores";
import { ask, listen } from "../api/client.ts";
import {
  InvitationsDocument,
  MyLobbyDocument,
  MyTablesDocument,
  type InvitationsQuery,
  type MyTablesQuery,
} from "../api/generated.ts";
import { keepUp } from "../api/live-list.ts";
import { everyPage } from "../api/pagination.ts";
import { errorMessage } from "../api/error-message.ts";
import { $me } from "../session/session.ts";
import { $language } from "../preferences/preferences.ts";
import { isTurnOf, sitsAt, type TableLine } from "../tables/table-line.ts";

/** An invitation of the visitor's. */
export type Invitation = InvitationsQuery["invitations"]["nodes"][number];

/** Every table of which the server tells the visitor; null as long as that is not known. */
const $told = atom<readonly TableLine[] | null>(null);

/** Every invitation, as last asked for. */
const $asked = atom<readonly Invitation[]>([]);

/** Why the tables are not known, in words; null when all is well. */
export const $mineFault = atom<string | null>(null);

/** The visitor's tables that are open or played, those that wait for them first; null if not known. */
export const $mine = computed([$told, $me], (told, me) => {
  if (!told || !me) return null;
  const mine = told.filter((table) => isMine(table, me.id));
  const [waiting, others] = [true, false].map((is) =>
    mine.filter((table) => isTurnOf(table, me.id) === is),
  );
  return [...(waiting ?? []), ...(others ?? [])];
});

/** The tables at which it is the visitor's turn. */
export const $turns = computed([$mine, $me], (mine, me) =>
  (mine ?? []).filter((table) => me && isTurnOf(table, me.id)),
);

/** The visitor's invitations, with the tables as they are now. */
export const $invitations = computed([$asked, $told, $me], (asked, told, me) =>
  asked.flatMap((invitation) => {
    const table = told?.find(({ id }) => id === invitation.table.id);
    // Whoever comes once the game has begun finds no seat.
    const isGood = table?.status === "OPEN" && me && !isMine(table, me.id);
    return isGood ? [{ ...invitation, table }] : [];
  }),
);

/** Takes an invitation off the list that was declined; the server tells the same a little later. */
export function forgetInvitation(table: string): void {
  $asked.set($asked.get().filter((one) => one.table.id !== table));
}

/** Whether a table is the player's own: not one to which they are only invited. */
function isMine(table: TableLine, player: string): boolean {
  return sitsAt(table, player) || (table.status === "OPEN" && table.owner?.id === player);
}

/** Keeps the visitor's tables up to date from now on, whoever the visitor is. */
export function followMine(): void {
  let listening = new AbortController();
  let followed = "";
  let player: string | undefined;
  const begin = () => {
    const me = $me.get()?.id;
    const wanted = me === undefined ? "" : `${me} ${$language.get()}`;
    if (wanted === followed) return;
    followed = wanted;
    listening.abort();
    listening = new AbortController();
    $mineFault.set(null);
    // In another language it is the same; another player was told nothing of it.
    if (me !== player) {
      player = me;
      $told.set(null);
      $asked.set([]);
    }
    if (me !== undefined) void follow(me, listening.signal);
  };
  $me.subscribe(begin);
  $language.listen(begin);
}

async function follow(me: string, signal: AbortSignal): Promise<void> {
  const language = $language.get();
  const invitations = async () => {
    const all = await everyPage<Invitation>(async (after) => {
      const found: InvitationsQuery = await ask(InvitationsDocument, { language, after });
      return found.invitations;
    });
    if (!signal.aborted) $asked.set(all);
    return all;
  };
  try {
    await keepUp<TableLine>(
      {
        listen: async function* (until) {
          for await (const { tables } of listen(MyLobbyDocument, { language }, until)) yield tables;
        },
        list: async () => {
          const [mine, invited] = await Promise.all([
            everyPage<TableLine>(async (after) => {
              const found: MyTablesQuery = await ask(MyTablesDocument, { language, after });
              return found.myTables;
            }),
            invitations(),
          ]);
          return [...mine, ...invited.map(({ table }) => table)];
        },
        belongs: ({ status }) => status === "OPEN" || status === "PLAYING",
        show: (tables) => {
          $told.set(tables);
          $mineFault.set(null);
          const known = new Set($asked.get().map(({ table }) => table.id));
          // Who invited is said in the list of invitations only.
          if (tables.some((table) => !isMine(table, me) && !known.has(table.id))) {
            void invitations().catch((failed: unknown) => {
              if (!signal.aborted) $mineFault.set(errorMessage(failed));
            });
          }
        },
      },
      signal,
    );
  } catch (failed) {
    if (!signal.aborted) $mineFault.set(errorMessage(failed));
  }
}

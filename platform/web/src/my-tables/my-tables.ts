// The visitor's tables and invitations, kept up to date by one subscription for the whole page.
import { atom, computed } from "nanostores";
import { ask, listen } from "../api/client.ts";
import {
  InvitationsDocument,
  MyLobbyDocument,
  MyTablesDocument,
  type InvitationsQuery,
  type MyTablesQuery,
} from "../api/generated.ts";
import { followList } from "../api/live-list.ts";
import { everyPage } from "../api/pagination.ts";
import { errorMessage } from "../api/error-message.ts";
import { $me } from "../session/session.ts";
import { $language } from "../preferences/preferences.ts";
import { isTurnOf, sitsAt, type TableLine } from "../tables/table-line.ts";

/** An invitation of the visitor's. */
export type Invitation = InvitationsQuery["invitations"]["nodes"][number];

/** Every table that the subscription covers; null until it is loaded. */
const $visibleTables = atom<readonly TableLine[] | null>(null);

/** Every invitation, as last loaded. */
const $allInvitations = atom<readonly Invitation[]>([]);

/** The error in words; null when there is none. */
export const $myTablesError = atom<string | null>(null);

/** The visitor's open and running tables, those with their turn first; null until loaded. */
export const $myTables = computed([$visibleTables, $me], (told, me) => {
  if (!told || !me) return null;
  const mine = told.filter((table) => isMine(table, me.id));
  const [waiting, others] = [true, false].map((is) =>
    mine.filter((table) => isTurnOf(table, me.id) === is),
  );
  return [...(waiting ?? []), ...(others ?? [])];
});

/** The tables at which it is the visitor's turn. */
export const $turns = computed([$myTables, $me], (mine, me) =>
  (mine ?? []).filter((table) => me && isTurnOf(table, me.id)),
);

/** The visitor's invitations, with the tables as they are now. */
export const $invitations = computed([$allInvitations, $visibleTables, $me], (asked, told, me) =>
  asked.flatMap((invitation) => {
    const table = told?.find(({ id }) => id === invitation.table.id);
    // Once the game has begun, an invitation gives no seat.
    const isGood = table?.status === "OPEN" && me && !isMine(table, me.id);
    return isGood ? [{ ...invitation, table }] : [];
  }),
);

/** Removes a declined invitation at once, before the server's update comes. */
export function forgetInvitation(table: string): void {
  $allInvitations.set($allInvitations.get().filter((one) => one.table.id !== table));
}

/** Whether a table is the player's own: not one to which they are only invited. */
function isMine(table: TableLine, player: string): boolean {
  return sitsAt(table, player) || (table.status === "OPEN" && table.owner?.id === player);
}

/** Starts following the visitor's tables, and follows the new visitor's after signing in or out. */
export function followMyTables(): void {
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
    $myTablesError.set(null);
    // Another language shows the same tables; another player must not see them.
    if (me !== player) {
      player = me;
      $visibleTables.set(null);
      $allInvitations.set([]);
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
    if (!signal.aborted) $allInvitations.set(all);
    return all;
  };
  try {
    await followList<TableLine>(
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
          $visibleTables.set(tables);
          $myTablesError.set(null);
          const known = new Set($allInvitations.get().map(({ table }) => table.id));
          // An update does not name the inviter, so the invitations are loaded again.
          if (tables.some((table) => !isMine(table, me) && !known.has(table.id))) {
            void invitations().catch((failed: unknown) => {
              if (!signal.aborted) $myTablesError.set(errorMessage(failed));
            });
          }
        },
      },
      signal,
    );
  } catch (failed) {
    if (!signal.aborted) $myTablesError.set(errorMessage(failed));
  }
}

// Opening a first game: a table of one's own, with gentle bots.
import { OpenTableDocument, SeatBotDocument, SitDocument, type Options } from "../api/generated.ts";
import { mutate } from "../api/mutate.ts";
import type { FirstGame } from "../learning/learning.ts";
import { t } from "../i18n/words.ts";
import { keep } from "./memory.ts";

/** The table that was opened, or why none was, in words. */
export type Opened =
  | { readonly table: string; readonly refusal: null }
  | { readonly table: null; readonly refusal: string };

/** Opens a first game of a game, and seats the visitor and the bots. The coach comes along. */
export async function openFirstGame(game: string, first: FirstGame): Promise<Opened> {
  const opened = await mutate(OpenTableDocument, {
    // Every game adds a field to `Options`, which the page cannot know.
    options: { [game]: first.options } as Options,
    seats: first.seats,
    settings: SETTINGS,
  });
  if (opened.refusal) return refused(opened.refusal.message);
  const { table } = opened.done;
  if (!table) return refused(t("errors.noAnswer"));
  keep(table.id, { said: [], isEnded: false });
  const sat = await mutate(SitDocument, { table: table.id, seat: 0 });
  if (sat.refusal) return refused(sat.refusal.message);
  for (let seat = 1; seat < first.seats; seat += 1) {
    const bot = await mutate(SeatBotDocument, { table: table.id, seat, bot: "BEGINNER" });
    if (bot.refusal) return refused(bot.refusal.message);
  }
  return { table: table.id, refusal: null };
}

/** Nobody else is to find the table, and it begins when the last bot is seated. */
const SETTINGS = { visibility: "PRIVATE", startsWhenFull: true, hints: "AGAINST_BOTS" } as const;

function refused(refusal: string): Opened {
  return { table: null, refusal };
}

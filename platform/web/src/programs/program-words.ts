// What is said of a program besides its name.
import { html, type TemplateResult } from "lit";
import type {
  DeclineReason,
  GameLineFragment,
  ProgramLineFragment,
  WhoFragment,
} from "../api/generated.ts";
import { gamesIn } from "../games/games.ts";
import { $language } from "../preferences/preferences.ts";
import { t } from "../i18n/words.ts";

/** Whether a program is ready and plays at fewer tables than it could. */
export function hasRoom({ tables, ready }: ProgramLineFragment): boolean {
  return ready !== null && tables < ready.tables;
}

/** At how many tables a program plays, of how many. */
export function tablesInWords({ tables, ready }: ProgramLineFragment): string {
  return ready === null
    ? t("programs.notReady")
    : t("programs.tables", { count: tables, most: ready.tables });
}

/** What games are called, by id; those without an answer keep their ids. */
export async function gameTitles(): Promise<ReadonlyMap<string, string>> {
  const games: readonly GameLineFragment[] = await gamesIn($language.get()).catch(() => []);
  return new Map(games.map(({ id, title }) => [id, title]));
}

/** The games that a program offers, each with a link to a new table. */
export function offeredGames(
  { ready }: ProgramLineFragment,
  titles: ReadonlyMap<string, string>,
): TemplateResult | "" {
  const games = [...new Set(ready?.games.map(({ game }) => game))];
  if (games.length === 0) return "";
  const links = games.map(
    (game, index) =>
      html`${index > 0 ? ", " : " "}<a href="/new?game=${encodeURIComponent(game)}"
          >${titles.get(game) ?? game}</a
        >`,
  );
  return html`<p>${t("programs.games")}${links}</p>`;
}

/** Why a program does not sit at a table. */
export function declineInWords(reason: DeclineReason, { name }: WhoFragment): TemplateResult {
  return html`${t(`programs.declines.${reason}`, { name })}`;
}

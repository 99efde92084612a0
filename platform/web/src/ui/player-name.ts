// A player's name as a link to their page, with a badge for guests and programs.
import { html } from "lit";
import type { WhoFragment } from "../api/generated.ts";
import { t } from "../i18n/words.ts";

/** The name, linked, and the badge. */
export function playerName(player: WhoFragment) {
  return html`${playerLink(player)} ${standingBadge(player)}`;
}

/** The name, linked; plain for accounts that were deleted. */
export function playerLink({ id, name, standing }: WhoFragment) {
  return standing === "DELETED"
    ? html`<span class="soft">${name}</span>`
    : html`<a href="/players/${id}">${name}</a>`;
}

/** The badge of a guest or a program; nothing for others. */
export function standingBadge({ standing, owner }: WhoFragment) {
  if (standing === "PROGRAM") return programBadge(owner);
  if (standing !== "GUEST") return "";
  return html`<span class="badge soft" title=${t("players.standing.guestHint")}
    >${t("players.standing.GUEST")}</span
  >`;
}

/** Says that a player is a program, and whose. */
export function programBadge(owner: WhoFragment["owner"]) {
  const words = programOf(owner);
  return html`<span class="badge" title=${t("players.standing.programHint")}>${words}</span>`;
}

/** That a player is a program, and whose, in words. */
export function programOf(owner: WhoFragment["owner"]): string {
  return owner === null
    ? t("players.standing.PROGRAM")
    : t("players.standing.programOf", { owner: owner.name });
}

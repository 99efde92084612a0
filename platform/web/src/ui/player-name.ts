// A player's name as a link to their page, with a badge for guests.
import { html } from "lit";
import type { WhoFragment } from "../api/generated.ts";
import { t } from "../i18n/words.ts";

/** The name, linked; plain for accounts that were deleted. */
export function playerName({ id, name, standing }: WhoFragment) {
  if (standing === "DELETED") return html`<span class="soft">${name}</span>`;
  const guest = html`<span class="badge soft" title=${t("players.standing.guestHint")}
    >${t("players.standing.GUEST")}</span
  >`;
  return html`<a href="/players/${id}">${name}</a> ${standing === "GUEST" ? guest : ""}`;
}

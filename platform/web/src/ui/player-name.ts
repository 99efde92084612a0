// A player's name wherever it stands: a link to who they are, and whether the name is their own.
import { html } from "lit";
import type { WhoFragment } from "../api/generated.ts";
import { t } from "../i18n/words.ts";

/** The name, with what is to be known of it. */
export function playerName({ id, name, standing }: WhoFragment) {
  if (standing === "DELETED") return html`<span class="soft">${name}</span>`;
  const guest = html`<span class="badge soft" title=${t("people.standing.guestHint")}
    >${t("people.standing.GUEST")}</span
  >`;
  return html`<a href="/players/${id}">${name}</a> ${standing === "GUEST" ? guest : ""}`;
}

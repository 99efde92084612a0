// The name of somebody who plays, and whether it is their own: any guest can call themselves Ada.
import { html, nothing, type TemplateResult } from "lit";
import type { WhoFragment } from "../api/generated.ts";
import { t } from "../words.ts";

/** A player's name, leading to what they have played. */
export function who({ id, name, standing }: WhoFragment): TemplateResult {
  if (standing === "DELETED") return html`<span class="soft">${name}</span>`;
  const guest = html` <span class="badge soft">${t("live.guest")}</span>`;
  return html`<a href="/players/${id}">${name}</a>${standing === "GUEST" ? guest : nothing}`;
}

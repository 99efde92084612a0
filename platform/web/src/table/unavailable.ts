// Shown in place of a table that cannot be shown.
import { html, nothing, type TemplateResult } from "lit";
import type { TableHeadQuery } from "../api/generated.ts";
import { playerName } from "../ui/player-name.ts";
import { t } from "../i18n/words.ts";
import type { FeedError } from "./table-feed.ts";
import { statusWord } from "./table-header.ts";
import "./score-pad.ts";

type Head = NonNullable<TableHeadQuery["table"]>;

/** The reason, and the players if they are known. */
export function unavailable(trouble: FeedError, head: Head | null): TemplateResult {
  return html`<section class="panel stack">
    <h1>${head?.game?.title ?? t(`table.${trouble}.title`)}</h1>
    <p role="alert">${t(`table.${trouble}.text`)}</p>
    ${head?.stoppedReason ? html`<p class="soft" lang="en">${head.stoppedReason}</p>` : nothing}
    ${head ? about(head) : nothing}
    <div class="row"><a class="button" href="/">${t("notFound.back")}</a></div>
  </section>`;
}

function about({ seats, result, ...head }: Head) {
  return html`<p><span class="badge">${statusWord(head)}</span></p>
    <ul aria-label=${t("table.panels.seats")}>
      ${seats.map(
        ({ player, name }) =>
          html`<li>${player ? playerName(player) : (name ?? t("table.seats.free"))}</li>`,
      )}
    </ul>
    ${
      result
        ? html`<gueridon-score
            .score=${result}
            .names=${seats.map(({ name }) => name ?? "")}
          ></gueridon-score>`
        : nothing
    }`;
}

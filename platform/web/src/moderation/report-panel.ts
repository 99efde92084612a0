// One report, with a moderator's actions.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import { mutate, refusalOf } from "../api/mutate.ts";
import {
  RemoveMessageDocument,
  ResolveReportDocument,
  SilenceDocument,
  type ReportLineFragment,
  type ReportOutcome,
} from "../api/generated.ts";
import { Form } from "../ui/form.ts";
import { playerName } from "../ui/player-name.ts";
import { formStyles } from "../ui/form-styles.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { formatTime, formatTimeSpan } from "../i18n/time-format.ts";
import { SILENCE_MINUTES, silencedUntil } from "./silence-lengths.ts";

const OUTCOMES: readonly ReportOutcome[] = ["DISMISSED", "WARNED", "REMOVED", "SILENCED", "OTHER"];

/**
 * `<gueridon-report>`: dispatches `gueridon-resolved` when it is resolved, or `gueridon-overtaken`
 * when another moderator was faster.
 */
@customElement("gueridon-report")
export class ReportPanel extends LitElement {
  static override styles = [
    sharedStyles,
    formStyles,
    css`
      blockquote {
        margin: 0 0 0.75rem;
        padding: 0.4rem 0.9rem;
        border-inline-start: 0.3rem solid var(--line);
        background: var(--sunken);
        overflow-wrap: anywhere;
        white-space: pre-wrap;
      }
      .actions {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr));
        gap: var(--space);
        align-items: start;
      }
    `,
  ];
  readonly #language = new StoreController(this, $language);
  readonly #remove = new Form(this);
  readonly #silence = new Form(this);
  readonly #resolve = new Form(this, { BAD_REASON: "note" });
  @property({ attribute: false }) report: ReportLineFragment | null = null;

  override render() {
    if (this.report === null) return "";
    return html`<article
      class="panel"
      aria-labelledby="title"
      lang=${this.#language.value.toLowerCase()}
    >
      ${this.#told(this.report)}
      ${this.report.status === "OPEN" ? this.#actions(this.report) : this.#resolved(this.report)}
    </article>`;
  }

  #told({ player, reporter, reason, at, table, message, text }: ReportLineFragment) {
    return html`<h2 id="title">${t("moderation.reports.about")} ${playerName(player)}</h2>
      <dl>
        <dt>${t("moderation.reports.reportedBy")}</dt>
        <dd>${playerName(reporter)}</dd>
        <dt>${t("moderation.reports.when")}</dt>
        <dd><time datetime=${at}>${formatTime(at)}</time></dd>
        <dt>${t("moderation.reports.table")}</dt>
        <dd>
          ${
            table
              ? html`<a href="/tables/${table.id}"
                  >${table.game?.title ?? t("players.results.gameRemoved")}</a
                >`
              : t("moderation.reports.noTable")
          }
        </dd>
      </dl>
      <h3>${t("moderation.reports.reason")}</h3>
      <blockquote>${reason}</blockquote>
      ${
        text === null
          ? ""
          : html`<h3>${t("moderation.reports.message")}</h3>
              <blockquote>${text}</blockquote>`
      }
      ${message?.isRemoved ? html`<p>✓ ${t("moderation.reports.removed")}</p>` : ""}`;
  }

  #actions(report: ReportLineFragment) {
    return html`<div class="actions">
      <div class="stack">
        <div>
          ${report.message && !report.message.isRemoved ? this.#removing(report.message.id) : ""}
          ${this.#remove.outcome()}
        </div>
        ${this.#silencing(report)}
      </div>
      ${this.#resolving(report)}
    </div>`;
  }

  #removing(message: string) {
    const send = this.#remove.sending(async () => {
      const { done, refusal } = await mutate(RemoveMessageDocument, { message });
      if (refusal) return refusal;
      if (this.report) this.report = { ...this.report, message: done.said };
      return t("moderation.reports.removed");
    });
    return html`<form novalidate @submit=${send}>
      <div>${this.#remove.submit(t("moderation.reports.remove"), "bad")}</div>
    </form>`;
  }

  #silencing({ player }: ReportLineFragment) {
    const { id, name } = player;
    const silence = this.#silence.sending(async (values) => {
      const time = silencedUntil(Number(values["minutes"]), Date.now());
      const { refusal } = await mutate(SilenceDocument, { player: id, until: time });
      return refusal ?? t("moderation.reports.silenced", { name, until: formatTime(time) });
    });
    const lift = this.#silence.sending(async () => {
      const { refusal } = await mutate(SilenceDocument, { player: id, until: null });
      return refusal ?? t("moderation.reports.silenceLifted", { name });
    });
    return html`<div class="stack">
      <form novalidate @submit=${silence}>
        <div class="field">
          <label for="minutes">${t("moderation.reports.silence", { name })}</label>
          <select id="minutes" name="minutes">
            ${SILENCE_MINUTES.map(
              (minutes) => html`<option value=${minutes}>${formatTimeSpan(minutes * 60)}</option>`,
            )}
          </select>
        </div>
        <div>${this.#silence.submit(t("moderation.reports.silenceSubmit"), "bad")}</div>
      </form>
      <form novalidate @submit=${lift}>
        <div>${this.#silence.submit(t("moderation.reports.liftSilence"), "")}</div>
      </form>
      ${this.#silence.outcome()}
    </div>`;
  }

  #resolving({ id }: ReportLineFragment) {
    const send = this.#resolve.sending(async (values) => {
      const outcome = OUTCOMES.find((one) => one === values["outcome"]);
      if (outcome === undefined) {
        return refusalOf(t("moderation.reports.chooseOutcome"));
      }
      const variables = { id, outcome, note: values["note"] ?? "" };
      const { done, refusal } = await mutate(ResolveReportDocument, variables);
      if (refusal) {
        if (refusal.code === "ALREADY_RESOLVED")
          this.dispatchEvent(new Event("gueridon-overtaken"));
        return refusal;
      }
      this.report = done.report;
      this.dispatchEvent(new Event("gueridon-resolved"));
      return null;
    });
    return html`<form novalidate @submit=${send}>
      <div class="field">
        <label for="outcome">${t("moderation.reports.outcome")}</label>
        <select id="outcome" name="outcome">
          <option value="">${t("moderation.reports.chooseOutcome")}</option>
          ${OUTCOMES.map(
            (outcome) =>
              html`<option value=${outcome}>
                ${t(`moderation.reports.outcomes.${outcome}`)}
              </option>`,
          )}
        </select>
      </div>
      ${this.#resolve.area("note", t("moderation.reports.note"), 1_000, true)}
      ${this.#resolve.outcome()}
      <div>${this.#resolve.submit(t("moderation.reports.resolve"))}</div>
    </form>`;
  }

  #resolved({ outcome, note, resolvedBy, resolvedAt }: ReportLineFragment) {
    return html`<dl>
      <dt>${t("moderation.reports.outcome")}</dt>
      <dd>${outcome === null ? "" : t(`moderation.reports.outcomes.${outcome}`)}</dd>
      ${
        note
          ? html`<dt>${t("moderation.reports.note")}</dt>
              <dd>${note}</dd>`
          : ""
      }
      <dt>${t("moderation.reports.resolvedBy")}</dt>
      <dd>
        ${resolvedBy ? playerName(resolvedBy) : ""}
        ${
          resolvedAt
            ? html`<time class="soft" datetime=${resolvedAt}>${formatTime(resolvedAt)}</time>`
            : ""
        }
      </dd>
    </dl>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-report": ReportPanel;
  }
}

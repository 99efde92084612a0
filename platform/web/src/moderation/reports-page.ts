// The moderators' queue of reports, the oldest first.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { errorMessage } from "../api/error-message.ts";
import { ask } from "../api/client.ts";
import { ReportsDocument, type ReportLineFragment, type ReportStatus } from "../api/generated.ts";
import { $token } from "../api/token.ts";
import { signInPage } from "../sign-in/return-address.ts";
import "./report-panel.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { Title } from "../navigation/title.ts";
import { t } from "../i18n/words.ts";

const STATUSES = ["OPEN", "RESOLVED", "ALL"] as const;

/** `<gueridon-reports>` */
@customElement("gueridon-reports")
export class ReportsPage extends LitElement {
  static override styles = [sharedStyles];
  readonly #language = new StoreController(this, $language);
  readonly #token = new StoreController(this, $token);
  @state() private status: (typeof STATUSES)[number] = "OPEN";
  @state() private reports: readonly ReportLineFragment[] | null = null;
  @state() private next: string | null = null;
  @state() private fault = "";
  @state() private said = "";
  #asked = "";

  constructor() {
    super();
    new Title(this, () => t("moderation.reports.title"));
  }

  override willUpdate() {
    const asked = `${this.status} ${this.#language.value} ${this.#token.value ?? ""}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    if (this.#token.value !== null) void this.#load(null);
  }

  async #load(after: string | null) {
    const asked = this.#asked;
    const status: ReportStatus | null = this.status === "ALL" ? null : this.status;
    try {
      const { reports } = await ask(ReportsDocument, {
        status,
        after,
        language: this.#language.value,
      });
      // The answer is outdated, or this page was added already.
      if (asked !== this.#asked || (after !== null && after !== this.next)) return;
      if (reports === null) return;
      this.reports = after === null ? reports.nodes : [...(this.reports ?? []), ...reports.nodes];
      this.next = reports.pageInfo.hasNextPage ? reports.pageInfo.endCursor : null;
      this.fault = "";
    } catch (failed) {
      if (asked !== this.#asked) return;
      this.reports = null;
      this.fault = errorMessage(failed);
    }
  }

  #tell(said: string) {
    this.said = said;
    // The focused element is about to be removed.
    this.renderRoot.querySelector<HTMLElement>("h1")?.focus();
  }

  override render() {
    const choose = (event: Event) => {
      const value = event.target instanceof HTMLSelectElement ? event.target.value : "";
      this.status = STATUSES.find((status) => status === value) ?? "OPEN";
      this.said = "";
    };
    if (this.#token.value === null) {
      return html`<section class="panel">
        <h1>${t("moderation.reports.title")}</h1>
        <p>${t("moderation.reports.signedOut")}</p>
        <a class="button main" href=${signInPage("/reports")}>${t("nav.signIn")}</a>
      </section>`;
    }
    return html`<div class="stack" lang=${this.#language.value.toLowerCase()}>
      <h1 tabindex="-1">${t("moderation.reports.title")}</h1>
      <div>
        <label for="status">${t("moderation.reports.status")}</label>
        <select id="status" @change=${choose}>
          ${STATUSES.map(
            (status) =>
              html`<option value=${status} ?selected=${status === this.status}>
                ${t(`moderation.reports.statuses.${status}`)}
              </option>`,
          )}
        </select>
      </div>
      ${this.fault ? html`<p class="refusal" role="alert">${this.fault}</p>` : ""}
      <p role="status">
        ${this.said || (this.reports?.length === 0 ? t("moderation.reports.none") : "")}
      </p>
      ${
        this.reports
          ? repeat(
              this.reports,
              ({ id }) => id,
              (report) =>
                html`<gueridon-report
                  .report=${report}
                  @gueridon-resolved=${() => {
                    this.#tell(t("moderation.reports.done", { name: report.player.name }));
                  }}
                  @gueridon-overtaken=${() => {
                    this.#tell(
                      t("moderation.reports.alreadyResolved", { name: report.player.name }),
                    );
                    void this.#load(null);
                  }}
                ></gueridon-report>`,
            )
          : ""
      }
      ${
        this.next === null || this.reports === null
          ? ""
          : html`<div>
              <button type="button" @click=${() => this.#load(this.next)}>${t("ui.more")}</button>
            </div>`
      }
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-reports": ReportsPage;
  }
}

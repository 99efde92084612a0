// The operators' page: servers, builds and their tables, what is stopped, what was decided, reports
// and players.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, state } from "lit/decorators.js";
import { ask } from "../api/client.ts";
import { errorMessage } from "../api/error-message.ts";
import {
  OperationsDocument,
  type LoadFactsFragment,
  type OperationsFactsFragment,
} from "../api/generated.ts";
import { $token } from "../api/token.ts";
import { formatTime } from "../i18n/time-format.ts";
import { t } from "../i18n/words.ts";
import { Title } from "../navigation/title.ts";
import { $language } from "../preferences/preferences.ts";
import { signInPage } from "../sign-in/return-address.ts";
import { formStyles } from "../ui/form-styles.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { playerName } from "../ui/player-name.ts";
import "./build-tables.ts";
import "./decision-form.ts";
import { chart, rates } from "./load-chart.ts";
import "./player-search.ts";

/** How often the page asks again, in milliseconds. */
const AGAIN = 5_000;

type Facts = OperationsFactsFragment;

/** `<gueridon-operations>` */
@customElement("gueridon-operations")
export class OperationsPage extends LitElement {
  static override styles = [
    sharedStyles,
    formStyles,
    css`
      code {
        overflow-wrap: anywhere;
      }
      .plain {
        list-style: none;
        margin: 0;
        padding: 0;
      }
      .plain > li {
        padding-block: 0.6rem;
        border-block-start: 1px solid var(--line);
      }
    `,
  ];
  readonly #language = new StoreController(this, $language);
  readonly #token = new StoreController(this, $token);
  @state() private facts: Facts | null = null;
  @state() private reports = "";
  @state() private fault = "";
  @state() private table = "";
  #timer = 0;

  constructor() {
    super();
    new Title(this, () => t("operations.title"));
  }

  override connectedCallback() {
    super.connectedCallback();
    void this.#load();
    this.#timer = window.setInterval(() => {
      if (!document.hidden) void this.#load();
    }, AGAIN);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    window.clearInterval(this.#timer);
  }

  async #load() {
    if (this.#token.value === null) return;
    try {
      const { operations, reports } = await ask(OperationsDocument, {});
      if (operations === null) return;
      this.facts = operations;
      const count = reports?.nodes.length ?? 0;
      const orMore = reports?.pageInfo.hasNextPage ? "+" : "";
      this.reports = count === 0 ? "" : `${String(count)}${orMore}`;
      this.fault = "";
    } catch (failed) {
      this.fault = errorMessage(failed);
    }
  }

  override render() {
    if (this.#token.value === null) {
      return html`<section class="panel">
        <h1>${t("operations.title")}</h1>
        <p>${t("operations.signedOut")}</p>
        <a class="button main" href=${signInPage("/operations")}>${t("nav.signIn")}</a>
      </section>`;
    }
    return html`<div class="stack" lang=${this.#language.value.toLowerCase()}>
      <h1>${t("operations.title")}</h1>
      ${this.fault ? html`<p class="refusal" role="alert">${this.fault}</p>` : ""}
      ${
        this.facts
          ? html`${this.#servers(this.facts)} ${this.#builds(this.facts)}
            ${this.#stopped(this.facts)} ${this.#decisions(this.facts)} ${this.#people()}`
          : ""
      }
    </div>`;
  }

  #servers({ servers, loads }: Facts) {
    const samples = loads.map(({ at, load }) => ({ at: Date.parse(at), plays: load.plays }));
    const perMinute = rates(samples);
    const now = Math.round(perMinute.at(-1) ?? 0);
    return html`<section class="panel stack">
      <h2>${t("operations.servers")}</h2>
      <ul class="plain">
        ${servers.map(
          ({ name, lastSeen, answers, load }) =>
            html`<li>
              <code>${name.slice(0, 8)}</code> –
              ${t("operations.lastSeen", { time: formatTime(lastSeen) })}
              ${answers ? html`<strong>${t("operations.answers")}</strong>` : ""}
              ${load === null ? "" : html`<div>${this.#inWords(load)}</div>`}
            </li>`,
        )}
      </ul>
      ${
        perMinute.length > 1
          ? html`<h3>${t("operations.load")}</h3>
              <p>${chart(perMinute, t("operations.chart", { count: now }))}</p>`
          : ""
      }
    </section>`;
  }

  #inWords({ tables, tableMebibytes, processMebibytes, plays }: LoadFactsFragment) {
    const said = [
      t("operations.loadedTables", { count: tables, mebibytes: tableMebibytes }),
      t("operations.plays", { count: plays }),
    ];
    if (processMebibytes !== null) said.push(t("operations.memory", { count: processMebibytes }));
    return said.join(" · ");
  }

  #builds({ builds }: Facts) {
    return html`<section class="panel stack">
      <h2>${t("operations.builds")}</h2>
      <p class="soft">${t("operations.buildsHint")}</p>
      <ul class="plain">
        ${builds.map(
          ({ sha256, game, firstUsed, playing, ended, quarantine, isNewest }) =>
            html`<li class="stack">
              <div>
                <strong>${game ?? t("operations.unknownGame")}</strong>
                <code title=${sha256}>${sha256.slice(0, 12)}</code>
                ${isNewest ? t("operations.newest") : ""}
                ${firstUsed ? t("operations.since", { time: formatTime(firstUsed) }) : ""}
              </div>
              <div>${t("operations.tables", { playing, ended })}</div>
              ${
                quarantine === null
                  ? ""
                  : html`<p class="refusal">
                      ${t("operations.inQuarantine", { reason: quarantine })}
                    </p>`
              }
              ${
                playing === 0
                  ? ""
                  : html`<gueridon-build-tables build=${sha256}></gueridon-build-tables>`
              }
              <details>
                <summary>${t("operations.act")}</summary>
                <gueridon-decision
                  subject=${sha256}
                  .decisions=${[quarantine === null ? "QUARANTINE" : "RELEASE"]}
                  @gueridon-decided=${() => this.#load()}
                ></gueridon-decision>
              </details>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  #stopped({ stoppedTables }: Facts) {
    const named = (event: Event) => {
      this.table = event.target instanceof HTMLInputElement ? event.target.value.trim() : "";
    };
    // The address of a table is as good as its id.
    const id = this.table.split("/").at(-1) ?? "";
    return html`<section class="panel stack">
      <h2>${t("operations.stopped")}</h2>
      ${stoppedTables.length === 0 ? html`<p>${t("operations.noneStopped")}</p>` : ""}
      <ul class="plain">
        ${stoppedTables.map(
          ({ tableId, reason, since, isClosing, cause }) =>
            html`<li class="stack">
              <div>
                <a href="/tables/${tableId}"><code>${tableId}</code></a>
                ${t("operations.since", { time: formatTime(since) })}
              </div>
              <p>${isClosing ? t("operations.closing", { reason }) : reason}</p>
              ${cause === "FAILURE" ? html`<p class="soft">${t("operations.failure")}</p>` : ""}
              ${
                isClosing
                  ? ""
                  : html`<gueridon-decision
                      subject=${tableId}
                      .decisions=${cause === "FAILURE" ? ["CLOSE"] : ["REOPEN", "CLOSE"]}
                      @gueridon-decided=${() => this.#load()}
                    ></gueridon-decision>`
              }
            </li>`,
        )}
      </ul>
      <div class="field">
        <label for="table">${t("operations.table")}</label>
        <input id="table" .value=${this.table} @input=${named} aria-describedby="table-hint" />
        <p class="hint soft" id="table-hint">${t("operations.tableHint")}</p>
      </div>
      ${
        id === ""
          ? ""
          : html`<gueridon-decision
              subject=${id}
              .decisions=${["STOP", "CLOSE"]}
              @gueridon-decided=${() => this.#load()}
            ></gueridon-decision>`
      }
    </section>`;
  }

  #decisions({ decisions }: Facts) {
    return html`<section class="panel stack">
      <h2>${t("operations.decisions")}</h2>
      ${
        decisions.length === 0
          ? html`<p>${t("operations.noDecisions")}</p>`
          : html`<ol class="plain">
              ${decisions.map(
                ({ at, kind, subject, reason, by }) =>
                  html`<li>
                    <time datetime=${at}>${formatTime(at)}</time> –
                    ${t(`operations.did.${kind}`, { subject: subject.slice(0, 12) })}
                    ${by ? html`${t("operations.by")} ${playerName(by)}` : ""}
                    ${reason ? html`<span class="soft">(${reason})</span>` : ""}
                  </li>`,
              )}
            </ol>`
      }
    </section>`;
  }

  #people() {
    return html`<section class="panel stack">
        <h2>${t("moderation.reports.title")}</h2>
        <p>
          ${
            this.reports === ""
              ? t("operations.noReports")
              : t("operations.reports", { count: this.reports })
          }
          <a href="/reports">${t("operations.toReports")}</a>
        </p>
      </section>
      <gueridon-player-search></gueridon-player-search>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-operations": OperationsPage;
  }
}

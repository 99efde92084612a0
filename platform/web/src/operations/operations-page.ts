// The operators' page: servers, builds and their tables, what is stopped, and what was decided.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, state } from "lit/decorators.js";
import { ask } from "../api/client.ts";
import { errorMessage } from "../api/error-message.ts";
import { OperationsDocument, type OperationsFactsFragment } from "../api/generated.ts";
import { $token } from "../api/token.ts";
import { formatTime } from "../i18n/time-format.ts";
import { t } from "../i18n/words.ts";
import { Title } from "../navigation/title.ts";
import { $language } from "../preferences/preferences.ts";
import { signInPage } from "../sign-in/return-address.ts";
import { formStyles } from "../ui/form-styles.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import "./decision-form.ts";
import { MOST_SAMPLES, chart, rates, type Sample } from "./load-chart.ts";

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
      .figures {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space);
        align-items: end;
      }
      .figures dl {
        margin: 0;
      }
    `,
  ];
  readonly #language = new StoreController(this, $language);
  readonly #token = new StoreController(this, $token);
  @state() private facts: Facts | null = null;
  @state() private samples: readonly Sample[] = [];
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
      const { operations } = await ask(OperationsDocument, {});
      if (operations === null) return;
      this.facts = operations;
      const sample = { at: Date.now(), plays: operations.load.plays };
      this.samples = [...this.samples, sample].slice(-MOST_SAMPLES);
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
            ${this.#stopped(this.facts)} ${this.#decisions(this.facts)}`
          : ""
      }
    </div>`;
  }

  #servers({ servers, load }: Facts) {
    const perMinute = rates(this.samples);
    const now = Math.round(perMinute.at(-1) ?? 0);
    return html`<section class="panel stack">
      <h2>${t("operations.servers")}</h2>
      <ul class="plain">
        ${servers.map(
          ({ name, lastSeen, answers }) =>
            html`<li>
              <code>${name.slice(0, 8)}</code> –
              ${t("operations.lastSeen", { time: formatTime(lastSeen) })}
              ${answers ? html`<strong>${t("operations.answers")}</strong>` : ""}
            </li>`,
        )}
      </ul>
      <h3>${t("operations.load")}</h3>
      <div class="figures">
        <dl>
          <dt>${t("operations.loadedTables")}</dt>
          <dd>${load.tables} (${t("operations.mebibytes", { count: load.tableMebibytes })})</dd>
          ${
            load.processMebibytes === null
              ? ""
              : html`<dt>${t("operations.memory")}</dt>
                  <dd>${t("operations.mebibytes", { count: load.processMebibytes })}</dd>`
          }
          <dt>${t("operations.playsPerMinute")}</dt>
          <dd>${now}</dd>
        </dl>
        ${perMinute.length > 1 ? chart(perMinute, t("operations.chart", { count: now })) : ""}
      </div>
    </section>`;
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
          ({ tableId, reason, since, isClosing }) =>
            html`<li class="stack">
              <div>
                <a href="/tables/${tableId}"><code>${tableId}</code></a>
                ${t("operations.since", { time: formatTime(since) })}
              </div>
              <p>${isClosing ? t("operations.closing", { reason }) : reason}</p>
              ${
                isClosing
                  ? ""
                  : html`<gueridon-decision
                      subject=${tableId}
                      .decisions=${["REOPEN", "CLOSE"]}
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
                ({ at, kind, subject, reason }) =>
                  html`<li>
                    <time datetime=${at}>${formatTime(at)}</time> –
                    ${t(`operations.did.${kind}`, { subject: subject.slice(0, 12) })}
                    ${reason ? html`<span class="soft">(${reason})</span>` : ""}
                  </li>`,
              )}
            </ol>`
      }
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-operations": OperationsPage;
  }
}

// The analysis of a game that is over: asked for by a button, drawn as a graph, told in words.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ask, listen } from "../api/client.ts";
import { keepTrying } from "../api/connection.ts";
import { errorMessage } from "../api/error-message.ts";
import {
  AnalyseDocument,
  AnalysisOfDocument,
  FollowAnalysisDocument,
  type LiveTableFragment,
  type WholeAnalysisFragment,
} from "../api/generated.ts";
import { mutate } from "../api/mutate.ts";
import { withMinus } from "../i18n/numeral.ts";
import { t } from "../i18n/words.ts";
import { $language } from "../preferences/preferences.ts";
import { FocusKeeper } from "../ui/focus-keeper.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { colourOf, dashOf, graphOf, type Sight } from "./analysis-graph.ts";
import type { ReplayPosition } from "./replay-controller.ts";
import { ReplayEvent } from "./replay-controls.ts";

/** `<gueridon-analysis>`: fires `gueridon-look` when a moment is chosen. */
@customElement("gueridon-analysis")
export class AnalysisPanel extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      :host {
        --line-0: light-dark(#0b57d0, #8ab4f8);
        --line-1: light-dark(#a3231a, #ff9c8f);
        --line-2: light-dark(#1d6434, #7fd39a);
        --line-3: light-dark(#7b2d8e, #dba4ec);
        --line-4: light-dark(#8a4b00, #ffc46b);
        --line-5: light-dark(#00696b, #6fd6d8);
        --line-6: light-dark(#5c5345, #b3ada1);
      }
      #all:focus {
        outline: none;
      }
      .graph {
        position: relative;
        padding-bottom: 5.25rem;
      }
      svg {
        display: block;
        width: 100%;
        height: 11rem;
        border-inline: 1px solid var(--line);
      }
      polyline {
        fill: none;
        stroke-width: 2.5px;
        vector-effect: non-scaling-stroke;
      }
      .scale {
        position: absolute;
        inset: 0.1rem auto auto 0.3rem;
        color: var(--ink-soft);
        font-size: 0.8rem;
      }
      .rule {
        stroke: var(--line);
        vector-effect: non-scaling-stroke;
      }
      .now {
        stroke: var(--ink);
        stroke-width: 2px;
        vector-effect: non-scaling-stroke;
      }
      .mark {
        position: absolute;
        bottom: calc(var(--row) * 1.7rem);
        display: grid;
        place-items: center;
        width: 1.5rem;
        height: 1.5rem;
        margin-left: -0.75rem;
        border: 2px solid currentColor;
        border-radius: 50%;
        background: var(--surface);
        font-size: 0.8rem;
        font-weight: 700;
        cursor: pointer;
      }
      .good {
        color: var(--good);
      }
      .bad {
        color: var(--bad);
      }
      .graph,
      .legend {
        margin-inline: 0.75rem;
      }
      .legend svg {
        display: inline-block;
        width: 2.5rem;
        height: 0.75rem;
        border: 0;
        vertical-align: middle;
      }
      progress {
        flex: 1 1 8rem;
        min-width: 6rem;
        accent-color: var(--accent);
      }
      .bounded {
        max-height: 18rem;
        overflow-y: auto;
      }
      ol {
        margin: 0.5rem 0 0;
      }
      li button {
        padding-inline: 0.25rem;
      }
      summary {
        font-weight: 600;
        cursor: pointer;
      }
      .said {
        margin: 0;
        padding: 0.5rem 0.75rem;
        border-left: 0.3rem solid var(--accent);
        background: var(--accent-soft);
      }
      td {
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  /** The table as it is now. */
  @property({ attribute: false }) table: LiveTableFragment | null = null;
  @property({ attribute: false }) position: ReplayPosition = { at: 0, eyes: "own" };
  @state() private analysis: WholeAnalysisFragment | null = null;
  @state() private canAnalyse = false;
  @state() private refusal: string | null = null;
  @state() private isAsking = false;
  @state() private sight: Sight = "actual";
  readonly #language = new StoreController(this, $language);
  /** The table and the language of what is shown. */
  #shown = "";
  #following: AbortController | null = null;

  constructor() {
    super();
    new FocusKeeper(this, "#all");
  }

  override willUpdate() {
    const { table } = this;
    const id = table?.status === "OVER" ? table.id : null;
    const shown = `${id} ${this.#language.value}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#following?.abort();
    this.analysis = this.refusal = null;
    this.canAnalyse = false;
    if (id !== null) void this.#load(id);
  }

  override connectedCallback() {
    super.connectedCallback();
    this.#shown = "";
    this.requestUpdate();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#following?.abort();
  }

  override render() {
    return html`<div id="all" tabindex="-1" lang=${this.#language.value.toLowerCase()}>
      ${this.#content()}
      <div role="alert">
        ${this.refusal === null ? nothing : html`<p class="refusal">${this.refusal}</p>`}
      </div>
    </div>`;
  }

  #content() {
    const { analysis, table } = this;
    if (!table) return nothing;
    if (analysis?.stage === "DONE") return this.#done(table, analysis);
    const isUnderWay = analysis?.stage === "UNDER_WAY";
    if (!isUnderWay && !this.canAnalyse) return nothing;
    const isBusy = isUnderWay || this.isAsking;
    // Not `disabled`: a disabled button loses the focus.
    return html`<div class="row">
      <button aria-disabled=${isBusy ? "true" : "false"} @click=${() => void this.#ask(table.id)}>
        ${t(isBusy ? "replay.analysis.underWay" : "replay.analysis.ask")}
      </button>
      ${
        isUnderWay
          ? html`<progress
              max="1"
              .value=${analysis.progress}
              aria-label=${t("replay.analysis.progress")}
            ></progress>`
          : nothing
      }
    </div>`;
  }

  #done(table: LiveTableFragment, analysis: WholeAnalysisFragment) {
    const last = table.seq ?? 0;
    const names = table.seats.map(({ number, name }) => name ?? String(number + 1));
    const { points, turningPoints } = analysis;
    const sights: Sight[] = ["actual", "known"];
    return html`<section class="panel stack" aria-labelledby="analysis">
      <h2 id="analysis">${t("replay.analysis.title")}</h2>
      <div class="row">
        <label for="sight">${t("replay.analysis.sight")}</label>
        <select
          id="sight"
          @change=${(event: Event) => {
            const { value } = event.target as HTMLSelectElement;
            this.sight = value === "known" ? "known" : "actual";
          }}
        >
          ${sights.map(
            (sight) =>
              html`<option value=${sight} ?selected=${sight === this.sight}>
                ${t(`replay.analysis.sights.${sight}`)}
              </option>`,
          )}
        </select>
      </div>
      ${graphOf({
        points,
        turningPoints,
        sight: this.sight,
        seats: names.length,
        last,
        at: this.position.at,
        percent: this.#percent(),
        label: t("replay.analysis.graph"),
        jump: this.#jump,
      })}
      <ul class="plain row legend">
        ${names.map(
          (name, seat) =>
            html`<li>
              <svg viewBox="0 0 40 12" aria-hidden="true">
                <polyline
                  points="0,6 40,6"
                  style="stroke: ${colourOf(seat)}"
                  stroke-dasharray=${dashOf(seat) === "" ? nothing : dashOf(seat)}
                />
              </svg>
              ${name}
            </li>`,
        )}
      </ul>
      <div role="status">
        ${turningPoints
          .filter(({ entry }) => entry === this.position.at)
          .map(({ words }) => html`<p class="said">${words}</p>`)}
      </div>
      <details open>
        <summary>${t("replay.analysis.turningPoints")}</summary>
        ${turningPoints.length === 0 ? html`<p>${t("replay.analysis.none")}</p>` : this.#list(analysis)}
      </details>
      <details>
        <summary>${t("replay.analysis.luck")}</summary>
        <div class="scroll" tabindex="0" role="region" aria-label=${t("replay.analysis.luck")}>
          ${this.#shares(names, analysis)}
        </div>
        <p class="soft">${t("replay.analysis.rest")}</p>
      </details>
      <details id="figures">
        <summary>${t("replay.analysis.table")}</summary>
        <div
          class="scroll bounded"
          tabindex="0"
          role="region"
          aria-label=${t("replay.analysis.graph")}
        >
          ${this.#table(names, analysis)}
        </div>
      </details>
      <p class="soft">
        ${t("replay.analysis.how", { iterations: analysis.iterations ?? 0 })}
        ${
          (analysis.lookedAt ?? 0) < (analysis.plays ?? 0)
            ? t("replay.analysis.lookedAt", {
                lookedAt: analysis.lookedAt ?? 0,
                plays: analysis.plays ?? 0,
              })
            : nothing
        }
        ${analysis.cutAt === null ? nothing : t("replay.analysis.cut", { entry: analysis.cutAt })}
      </p>
    </section>`;
  }

  #list({ turningPoints }: WholeAnalysisFragment) {
    return html`<ol class="bounded" tabindex="0" aria-label=${t("replay.analysis.turningPoints")}>
      ${turningPoints.map(
        ({ entry, words }) =>
          html`<li>
            ${words}
            <button
              class="plain"
              aria-label=${t("replay.analysis.jumpTo", { entry })}
              @click=${() => {
                this.#jump(entry);
              }}
            >
              ${t("replay.analysis.jump", { entry })}
            </button>
          </li>`,
      )}
    </ol>`;
  }

  #shares(names: readonly string[], { shares }: WholeAnalysisFragment) {
    const points = this.#percent({ signDisplay: "exceptZero" });
    return html`<table>
      <thead>
        <tr>
          <th scope="col">${t("replay.analysis.player")}</th>
          <th scope="col">${t("replay.analysis.own")}</th>
          <th scope="col">${t("replay.analysis.others")}</th>
          <th scope="col">${t("replay.analysis.chance")}</th>
        </tr>
      </thead>
      <tbody>
        ${shares.map(
          ({ seat, own, others, luck }) =>
            html`<tr>
              <th scope="row">${names[seat]}</th>
              ${[own, others, luck].map((share) => html`<td>${points(share)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  #table(names: readonly string[], { points }: WholeAnalysisFragment) {
    const percent = this.#percent();
    return html`<table>
      <caption class="visually-hidden">
        ${t(`replay.analysis.sights.${this.sight}`)}
      </caption>
      <thead>
        <tr>
          <th scope="col">${t("replay.analysis.after")}</th>
          ${names.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${points.map(
          (point) =>
            html`<tr>
              <th scope="row">${point.at}</th>
              ${names.map((_, seat) => html`<td>${percent(point[this.sight][seat] ?? 0)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  #percent(more: Intl.NumberFormatOptions = {}) {
    const format = new Intl.NumberFormat(this.#language.value.toLowerCase(), {
      style: "percent",
      ...more,
    });
    return (part: number) => withMinus(format.format(part));
  }

  readonly #jump = (entry: number) => {
    this.dispatchEvent(new ReplayEvent({ ...this.position, at: entry }));
  };

  async #load(id: string) {
    const { signal } = (this.#following = new AbortController());
    const language = $language.get();
    try {
      const found = await keepTrying(() => ask(AnalysisOfDocument, { id, language }), signal);
      if (signal.aborted || !found?.table) return;
      this.canAnalyse = found.table.canAnalyse;
      this.analysis = found.table.analysis;
      if (this.analysis?.stage === "UNDER_WAY") await this.#follow(id, signal);
    } catch (failed) {
      if (!signal.aborted) this.refusal = errorMessage(failed);
    }
  }

  async #ask(id: string) {
    if (this.isAsking || this.analysis?.stage === "UNDER_WAY") return;
    this.isAsking = true;
    this.refusal = null;
    const { refusal } = await mutate(AnalyseDocument, { table: id });
    this.isAsking = false;
    if (refusal) {
      this.refusal = refusal.message;
      return;
    }
    this.#following?.abort();
    const { signal } = (this.#following = new AbortController());
    await this.#follow(id, signal);
  }

  /** Listens until the analysis is done or lost. */
  async #follow(id: string, signal: AbortSignal) {
    const language = $language.get();
    try {
      await keepTrying(async (heard) => {
        for await (const { analysis } of listen(FollowAnalysisDocument, { id, language }, signal)) {
          heard();
          if (!signal.aborted) this.analysis = analysis;
        }
      }, signal);
      if (signal.aborted || this.analysis?.stage === "DONE") return;
      this.refusal = t("replay.analysis.lost");
    } catch (failed) {
      if (!signal.aborted) this.refusal = errorMessage(failed);
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-analysis": AnalysisPanel;
  }
}

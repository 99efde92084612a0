// The score pad: the parts of each seat's points.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { styleMap } from "lit/directives/style-map.js";
import type { Catalogue, ScoreLine, ScorePad } from "@gueridon/element";
import type { GameGlossary } from "../learning/glossary.ts";
import { marked, termStyle } from "../learning/marked.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { numeral } from "../i18n/numeral.ts";
import { t } from "../i18n/words.ts";

/** The ids of the lines of all columns, in order of appearance. */
function idsOf(columns: readonly (readonly ScoreLine[])[]): readonly string[] {
  return [...new Set(columns.flatMap((lines) => lines.map(({ line }) => line)))];
}

/** `<gueridon-score>` */
@customElement("gueridon-score")
export class ScorePadElement extends LitElement {
  static override styles = [
    sharedStyles,
    termStyle,
    css`
      .scroll {
        container-type: inline-size;
        max-width: 100%;
      }
      table {
        width: 100%;
        font-variant-numeric: tabular-nums;
      }
      caption {
        text-align: start;
        color: var(--ink-soft);
      }
      th,
      td {
        padding-inline: 0.2rem;
      }
      /* Names wrap between words; a word longer than the column's share of the panel is cut. */
      thead th > span {
        display: block;
        max-width: max(4.25em, (100cqi - 6rem) / var(--columns) - 0.4rem);
        margin-inline-start: auto;
        overflow: hidden;
        text-overflow: ellipsis;
        font-size: 0.85rem;
      }
      td,
      thead th {
        text-align: end;
      }
      tbody th {
        font-weight: 400;
      }
      .sum > * {
        font-weight: 700;
        border-top: 2px solid var(--ink-soft);
      }
    `,
  ];

  @property({ attribute: false }) score: ScorePad | null = null;
  @property({ attribute: false }) catalogue: Catalogue = new Map();
  /** The names of the players, by seat. */
  @property({ attribute: false }) names: readonly string[] = [];
  @property({ attribute: false }) glossary: GameGlossary | null = null;
  readonly #language = new StoreController(this, $language);

  override render() {
    if (!this.score) return html`<p class="soft">${t("table.score.none")}</p>`;
    const { seats, isFinal } = this.score;
    const lines = idsOf(seats.map((seat) => seat.lines));
    const breaks = idsOf(seats.map((seat) => seat.tieBreaks));
    return html`<div
      class="scroll"
      role="group"
      tabindex="0"
      aria-label=${t("table.panels.score")}
      lang=${this.#language.value.toLowerCase()}
    >
      <table style=${styleMap({ "--columns": String(seats.length) })}>
        <caption>
          ${t(isFinal ? "table.score.final" : "table.score.provisional")}
        </caption>
        <thead>
          <tr>
            <td></td>
            ${seats.map(({ seat }) => html`<th scope="col">${heading(this.names[seat] ?? "")}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${lines.map((line) => this.#row(line, "lines"))}
          ${row(
            t("table.score.sum"),
            seats.map(({ points }) => points),
            "sum",
          )}
          ${row(
            t("table.score.rank"),
            seats.map(({ rank }) => rank),
            "",
          )}
        </tbody>
        ${
          breaks.length === 0
            ? nothing
            : html`<tbody>
                <tr>
                  <th scope="rowgroup" colspan=${seats.length + 1} class="soft">
                    ${t("table.score.tieBreaks")}
                  </th>
                </tr>
                ${breaks.map((line) => this.#row(line, "tieBreaks"))}
              </tbody>`
        }
      </table>
    </div>`;
  }

  #row(line: string, part: "lines" | "tieBreaks"): TemplateResult {
    const entry = this.catalogue.get(line);
    const figures = this.score?.seats.map(
      (seat) => seat[part].find((one) => one.line === line)?.points ?? null,
    );
    return row(marked(this.glossary, entry?.name ?? line), figures ?? [], "", entry?.text);
  }
}

/** The name of a player; the tooltip has all of it, in case it is cut. */
function heading(name: string): TemplateResult {
  return html`<span title=${name}>${name}</span>`;
}

function row(
  name: TemplateResult | string,
  figures: readonly (number | null)[],
  kind: string,
  text = "",
): TemplateResult {
  return html`<tr class=${kind}>
    <th scope="row" title=${text || nothing}>${name}</th>
    ${figures.map((figure) => html`<td>${figure === null ? "–" : numeral(figure)}</td>`)}
  </tr>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-score": ScorePadElement;
  }
}

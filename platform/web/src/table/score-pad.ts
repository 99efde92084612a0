// The score pad: the parts of each seat's points.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { styleMap } from "lit/directives/style-map.js";
import type { Catalogue, ScoreLine, ScorePad } from "@gueridon/element";
import type { GameGlossary } from "../learning/glossary.ts";
import { marked, termStyle } from "../learning/marked.ts";
import { $language } from "../preferences/preferences.ts";
import { avatar } from "../ui/avatar.ts";
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
      /* All columns are in sight, however narrow the panel is: what the names of the lines leave. */
      table {
        --column: clamp(1.85rem, (100cqi - 6.5rem) / var(--columns), 7rem);
        width: 100%;
        table-layout: fixed;
        font-variant-numeric: tabular-nums;
      }
      col.figures {
        width: var(--column);
      }
      caption {
        text-align: start;
        color: var(--ink-soft);
      }
      th,
      td {
        padding-inline: 0.2rem;
      }
      /* Names wrap between words; a word longer than its column is cut. */
      .who {
        display: grid;
        justify-items: end;
        font-size: 0.85rem;
      }
      .who > .name {
        max-width: 100%;
        overflow: hidden;
        text-overflow: ellipsis;
      }
      tbody th {
        overflow-wrap: break-word;
        hyphens: auto;
      }
      @container (max-width: 24rem) {
        th,
        td {
          padding-inline: 0.1rem;
        }
        .who {
          font-size: 0.7rem;
        }
        tbody th {
          font-size: 0.9rem;
          line-height: 1.25;
        }
        /* So narrow, only pictures fit; the names stand beside them in the list of seats. */
        .many .who > .name {
          position: absolute;
          width: 1px;
          height: 1px;
          clip-path: inset(50%);
        }
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
      <table
        class=${seats.length > FEW ? "many" : nothing}
        style=${styleMap({ "--columns": String(seats.length) })}
      >
        <caption>
          ${t(isFinal ? "table.score.final" : "table.score.provisional")}
        </caption>
        <colgroup>
          <col />
          ${seats.map(() => html`<col class="figures" />`)}
        </colgroup>
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

/** Up to how many columns are wide enough for names, however narrow the panel is. */
const FEW = 4;

/** The picture and the name of a player; the tooltip has all of it, in case it is cut. */
function heading(name: string): TemplateResult {
  return html`<span class="who" title=${name}
    >${name === "" ? nothing : avatar(name)}<span class="name">${name}</span></span
  >`;
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

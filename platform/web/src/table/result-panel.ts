// The result of a game, and the way to a rematch or the replay.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { RematchDocument, type LiveTableFragment } from "../api/generated.ts";
import type { Catalogue } from "@gueridon/element";
import type { GameGlossary } from "../learning/glossary.ts";
import { go } from "../navigation/router.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { avatar } from "../ui/avatar.ts";
import "./score-pad.ts";
import { REPEATABLE, mutate } from "../api/mutate.ts";

/** `<gueridon-result>` */
@customElement("gueridon-result")
export class ResultPanel extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      .panel {
        border: 2px solid var(--accent);
      }
      ol {
        margin: 0 0 var(--space);
        padding: 0;
        list-style: none;
      }
      li {
        display: flex;
        gap: 0.8rem;
        padding: 0.2rem 0;
      }
      li.first {
        font-size: 1.2rem;
        font-weight: 700;
      }
      gueridon-score {
        max-width: 44rem;
        margin-bottom: var(--space);
      }
      .points {
        margin-inline-start: auto;
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  @property({ attribute: false }) table: LiveTableFragment | null = null;
  /** The seq of the last entry; with 0 there is nothing to replay. */
  @property({ attribute: false }) seq = 0;
  @property({ attribute: false }) catalogue: Catalogue = new Map();
  @property({ attribute: false }) glossary: GameGlossary | null = null;
  @state() private refusal: string | null = null;
  readonly #language = new StoreController(this, $language);

  override render() {
    const { table } = this;
    if (!table) return nothing;
    const { status, score, seat } = table;
    const mayAskAgain = status === "OVER" && seat !== null && table.rematch === null;
    return html`<section
      class="panel"
      aria-labelledby="over"
      lang=${this.#language.value.toLowerCase()}
    >
      <div role="status"><h2 id="over">${this.#headline(table)}</h2></div>
      ${
        status === "OVER" && score?.isFinal
          ? html`${this.#ranking(table)}
              <gueridon-score
                .score=${score}
                .catalogue=${this.catalogue}
                .names=${table.seats.map(({ name }) => name ?? "")}
                .glossary=${this.glossary}
              ></gueridon-score>`
          : nothing
      }
      <div class="row">
        ${
          table.rematch
            ? html`<a class="button main" href="/tables/${table.rematch.id}"
                >${t("table.result.toRematch")}</a
              >`
            : nothing
        }
        ${
          mayAskAgain
            ? html`<button class="main" @click=${this.#again}>${t("table.result.rematch")}</button>`
            : nothing
        }
        ${
          this.seq > 0
            ? html`<a class="button" href="/tables/${table.id}?at=0"
                >${t("table.result.replay")}</a
              >`
            : nothing
        }
      </div>
      <div role="alert">
        ${this.refusal === null ? nothing : html`<p class="refusal">${this.refusal}</p>`}
      </div>
    </section>`;
  }

  #headline({ status, closedReason, score, seat, seats }: LiveTableFragment): string {
    if (status === "CLOSED") return t(`table.closedReasons.${closedReason ?? "CANCELLED"}`);
    const winners = score?.seats.filter(({ rank }) => rank === 1).map((one) => one.seat) ?? [];
    if (winners.length === 0) return t("table.result.over");
    const isOwn = seat !== null && winners.includes(seat);
    if (isOwn) return t(winners.length === 1 ? "table.result.won" : "table.result.shared");
    const names = winners.map((winner) => seats[winner]?.name ?? "");
    return t("table.result.wins", { count: names.length, names: names.join(", ") });
  }

  #ranking({ score, seats, stoodIn }: LiveTableFragment) {
    const columns = [...(score?.seats ?? [])].sort((a, b) => a.rank - b.rank);
    return html`<ol>
      ${columns.map(
        ({ seat, rank, points }) =>
          html`<li class=${rank === 1 ? "first" : ""}>
            <span>${t("table.result.rank", { rank })}</span>
            <span>
              ${avatar(seats[seat]?.name ?? "")} ${seats[seat]?.name}
              ${
                stoodIn?.includes(seat)
                  ? html`<span class="badge soft">${t("table.result.stoodIn")}</span>`
                  : nothing
              }
            </span>
            <span class="points">${t("table.seats.points", { count: points })}</span>
          </li>`,
      )}
    </ol>`;
  }

  async #again() {
    if (!this.table) return;
    const { id } = this.table;
    const { done, refusal } = await mutate(RematchDocument, { table: id }, REPEATABLE);
    if (!this.isConnected || this.table.id !== id) return;
    this.refusal = refusal?.message ?? null;
    if (done && "table" in done && done.table) go(`/tables/${done.table.id}`);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-result": ResultPanel;
  }
}

// The seats: names, conditions, turns, clocks.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { LiveTableFragment } from "../api/generated.ts";
import { avatar } from "../ui/avatar.ts";
import { playerLink, standingBadge } from "../ui/player-name.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { secondsLeft, dueWarning } from "./clock.ts";
import { $now } from "./server-time.ts";
import { isAsked } from "./wants.ts";

type Seat = LiveTableFragment["seats"][number];

/** `<gueridon-seats>` */
@customElement("gueridon-seats")
export class SeatList extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      ol {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
      }
      li {
        flex: 1 1 11rem;
        min-width: 0;
        padding: 0.25rem 0.6rem 0.35rem;
        line-height: 1.35;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--surface);
        overflow-wrap: anywhere;
      }
      li[data-turn] {
        border-color: var(--turn);
        box-shadow: inset 0 -3px 0 var(--turn);
      }
      .row {
        gap: 0.1rem 0.5rem;
      }
      .head {
        flex-wrap: nowrap;
      }
      /* One line, however many seats there are; what is cut is said whole where the focus is. */
      .name {
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .name:focus-within {
        overflow: visible;
        white-space: normal;
      }
      gueridon-clock {
        margin-inline-start: auto;
        font-weight: 600;
      }
    `,
  ];

  @property({ attribute: false }) table: LiveTableFragment | null = null;
  /** The visitor's own seat, also in a replay through other eyes. */
  @property({ attribute: false }) own: number | null = null;
  /** Whether it is a position of the past, in which nobody is to decide anything any more. */
  @property({ type: Boolean }) isReplay = false;
  /** Whether the clocks are from the past, and do not run. */
  @property({ type: Boolean }) isPast = false;
  @state() private announcement = "";
  readonly #language = new StoreController(this, $language);
  #left = Number.POSITIVE_INFINITY;
  #ends: (() => void) | null = null;

  override connectedCallback() {
    super.connectedCallback();
    // The first rendering calls it too; a second call would drop its announcement.
    if (this.hasUpdated) this.#watch();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#ends?.();
  }

  override updated(changed: PropertyValues<this>) {
    if (changed.has("table") || changed.has("own") || changed.has("isPast")) this.#watch();
  }

  /** Announces the visitor's own time at a few limits, not every second. */
  #watch() {
    this.#ends?.();
    const clock = this.table?.seats.find(({ number }) => number === this.own)?.clock;
    this.announcement = "";
    if (!clock?.runsOutAt || this.isPast) {
      this.#left = Number.POSITIVE_INFINITY;
      return;
    }
    this.#ends = $now.subscribe((now) => {
      const left = secondsLeft(clock, now);
      if (dueWarning(this.#left, left) !== null) {
        this.announcement = t("table.clock.warning", { count: Math.ceil(left) });
      }
      this.#left = left;
    });
  }

  override render() {
    if (!this.table) return nothing;
    return html`<div lang=${this.#language.value.toLowerCase()}>
      <ol class="plain" aria-label=${t("table.panels.seats")}>
        ${this.table.seats.map((seat) => this.#seat(seat))}
      </ol>
      <p class="visually-hidden" role="status">${this.announcement}</p>
    </div>`;
  }

  #seat(seat: Seat) {
    const points = this.table?.score?.seats.find((one) => one.seat === seat.number)?.points;
    const name = seat.name ?? t("table.seats.free");
    const isOwn = seat.number === this.own;
    const isToAct = seat.toAct === true && !this.isReplay;
    const condition = seat.condition === "PLAYING" ? null : seat.condition;
    return html`<li ?data-turn=${isToAct}>
      <div class="row head">
        ${seat.name === null ? nothing : avatar(seat.name)}
        <strong class="name" title=${name}>${seat.player ? playerLink(seat.player) : name}</strong>
        ${isOwn ? html`<span class="badge">${t("table.seats.you")}</span>` : nothing}
        ${
          seat.clock
            ? html`<gueridon-clock
                .clock=${this.isPast ? { ...seat.clock, runsOutAt: null } : seat.clock}
                label=${t("table.clock.label", { name })}
              ></gueridon-clock>`
            : nothing
        }
      </div>
      <div class="row">
        ${
          isToAct
            ? html`<span class="turn"
                ><span aria-hidden="true">▶ </span>${this.#deciding(isOwn)}</span
              >`
            : nothing
        }
        ${
          points === undefined
            ? nothing
            : html`<span class="soft">${t("table.seats.points", { count: points })}</span>`
        }
        ${seat.player ? standingBadge(seat.player) : nothing}
        ${
          condition
            ? html`<span class="badge soft">${t(`table.conditions.${condition}`)}</span>`
            : nothing
        }
      </div>
    </li>`;
  }

  /** That a seat is to decide; only of their own does a visitor know whether it is its turn. */
  #deciding(isOwn: boolean): string {
    if (!isOwn || !this.table) return t("table.seats.toAct");
    return t(isAsked(this.table) ? "table.seats.youAsked" : "table.seats.youToAct");
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-seats": SeatList;
  }
}

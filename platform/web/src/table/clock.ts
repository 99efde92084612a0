// A seat's clock, counting down by the server's time.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { $now } from "./server-time.ts";
import { formatClock, formatTime } from "../i18n/time-format.ts";

/** The clock of a seat, as the API has it. */
export interface SeatClock {
  readonly leftSeconds: number;
  readonly runsOutAt: string | null;
}

/** The seconds that a clock shows at a time of the server, in milliseconds. */
export function secondsLeft({ leftSeconds, runsOutAt }: SeatClock, now: number): number {
  if (runsOutAt === null) return leftSeconds;
  return Math.max(0, (Date.parse(runsOutAt) - now) / 1000);
}

/** The remaining seconds at which a warning is announced. */
const WARNINGS = [10, 60] as const;

/** With more seconds than these a clock shows days, and says on hover when it will have run out. */
const DAY = 86_400;

/** The warning that became due between two readings of a clock; null for none. */
export function dueWarning(before: number, now: number): number | null {
  return WARNINGS.find((limit) => now > 0 && now <= limit && before > limit) ?? null;
}

/** The icon of a running clock. */
const HANDS = html`<svg viewBox="0 0 16 16" aria-hidden="true">
  <circle cx="8" cy="8" r="6.5" />
  <path d="M8 4v4l3 2" />
</svg>`;

/** `<gueridon-clock>`: the remaining time of a seat. */
@customElement("gueridon-clock")
export class Clock extends LitElement {
  static override styles = css`
    :host {
      display: inline-block;
      font-variant-numeric: tabular-nums;
    }
    svg {
      width: 0.9em;
      height: 0.9em;
      margin-inline-end: 0.3em;
      vertical-align: -0.08em;
      fill: none;
      stroke: currentColor;
      stroke-width: 1.6;
    }
    .short {
      color: var(--bad);
      font-weight: 700;
    }
  `;
  @property({ attribute: false }) clock: SeatClock = { leftSeconds: 0, runsOutAt: null };
  /** Whose clock it is, for screen readers. */
  @property() label = "";
  readonly #now = new StoreController(this, $now);

  override render() {
    const left = secondsLeft(this.clock, this.#now.value);
    const isShort = this.clock.runsOutAt !== null && left <= 60;
    const { runsOutAt } = this.clock;
    return html`<span
      role="timer"
      aria-label=${this.label}
      title=${runsOutAt !== null && left > DAY ? formatTime(runsOutAt) : nothing}
      class=${isShort ? "short" : ""}
      >${this.clock.runsOutAt === null ? nothing : HANDS}${formatClock(left)}</span
    >`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-clock": Clock;
  }
}

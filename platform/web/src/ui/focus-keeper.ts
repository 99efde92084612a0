// Keeps the place of who works by keyboard: what had the focus may be drawn no more.
import type { LitElement, ReactiveController } from "lit";

/** Gives the focus to something that stays, once what had it is gone. */
export class Focus implements ReactiveController {
  readonly #host: LitElement;
  readonly #place: string;
  #held: Element | null = null;

  /** @param place the selector of what stays; the first that is there. */
  constructor(host: LitElement, place: string) {
    this.#host = host;
    this.#place = place;
    host.addController(this);
  }

  hostUpdate() {
    this.#held = this.#host.shadowRoot?.activeElement ?? null;
  }

  hostUpdated() {
    if (this.#held?.isConnected !== false) return;
    this.#host.renderRoot.querySelector<HTMLElement>(this.#place)?.focus();
  }
}

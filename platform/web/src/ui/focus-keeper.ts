// Keeps the keyboard focus when the next rendering removes the focused element.
import type { LitElement, ReactiveController } from "lit";

/** Moves the focus to an element that stays when the focused one is gone. */
export class FocusKeeper implements ReactiveController {
  readonly #host: LitElement;
  readonly #place: string;
  #held: Element | null = null;

  /** @param place the selector of the element that stays; the first match is taken. */
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

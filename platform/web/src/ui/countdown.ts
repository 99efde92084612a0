// How long it still is until something can be tried again.
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Counts seconds down, and has its element drawn at each. */
export class Wait implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #until = 0;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** How many seconds are left. */
  get left(): number {
    return Math.max(0, Math.ceil((this.#until - Date.now()) / 1000));
  }

  /** Begins to count. */
  begin(seconds: number) {
    this.end();
    this.#until = Date.now() + seconds * 1000;
    this.#timer = setInterval(() => {
      this.#host.requestUpdate();
      if (this.left === 0) this.end();
    }, 1000);
  }

  /** Counts no more. */
  end() {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#until = 0;
  }

  hostDisconnected() {
    this.end();
  }
}

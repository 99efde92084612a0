// Counts down until something can be tried again.
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** A countdown that redraws its element every second. */
export class Countdown implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #until = 0;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** The seconds that are left. */
  get left(): number {
    return Math.max(0, Math.ceil((this.#until - Date.now()) / 1000));
  }

  /** Starts from a number of seconds. */
  begin(seconds: number) {
    this.end();
    this.#until = Date.now() + seconds * 1000;
    this.#timer = setInterval(() => {
      this.#host.requestUpdate();
      if (this.left === 0) this.end();
    }, 1000);
  }

  /** Stops. */
  end() {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#until = 0;
  }

  hostDisconnected() {
    this.end();
  }
}

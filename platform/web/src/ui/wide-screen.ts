// Whether the window is wide enough: for two columns, or for what else is asked.
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Redraws its element when the window becomes wide or narrow. */
export class WideScreen implements ReactiveController {
  readonly #wide: MediaQueryList;
  readonly #changed: () => void;

  constructor(host: ReactiveControllerHost, query = "(min-width: 62rem)") {
    this.#wide = matchMedia(query);
    this.#changed = () => {
      host.requestUpdate();
    };
    host.addController(this);
  }

  get isWide(): boolean {
    return this.#wide.matches;
  }

  hostConnected(): void {
    this.#wide.addEventListener("change", this.#changed);
  }

  hostDisconnected(): void {
    this.#wide.removeEventListener("change", this.#changed);
  }
}

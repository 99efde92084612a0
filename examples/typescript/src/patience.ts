// Trying again after a lost connection: how often, and after which pauses.
import { setTimeout } from "node:timers/promises";

/** The number of tries in a row without an answer. */
const TRIES = 12;

/** There was no answer, or a temporary error. After other errors trying again does not help. */
export class Lost extends Error {}

/** Exponential backoff, with jitter so that clients do not all come back at the same time. */
export class Patience {
  #tries = 0;

  /** To be called when something has arrived: the pauses begin again. */
  renew(): void {
    this.#tries = 0;
  }

  /** Waits before the next try. @throws the error, if trying again does not help. */
  async wait(failed: unknown): Promise<void> {
    if (!(failed instanceof Lost)) throw failed;
    if (this.#tries === TRIES) throw new Error(`given up: ${failed.message}`);
    const pause = Math.min(500 * 2 ** this.#tries, 30_000);
    this.#tries += 1;
    console.error(`${failed.message}: trying again`);
    await setTimeout(pause * (0.5 + Math.random() / 2));
  }
}

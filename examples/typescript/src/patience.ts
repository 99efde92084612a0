// When to try again, and how long to wait before.
import { setTimeout } from "node:timers/promises";

/** How often it is tried again without anything having come. */
const TRIES = 12;

/** There was no answer, or none for now: trying again may help. After any other error it does not. */
export class Lost extends Error {}

/** Waits longer each time, and not as long as others do, so that they do not all come at once. */
export class Patience {
  #tries = 0;

  /** Something has come. */
  renew(): void {
    this.#tries = 0;
  }

  /** Waits until it is time to try again. @throws what failed, where trying again helps nobody. */
  async wait(failed: unknown): Promise<void> {
    if (!(failed instanceof Lost)) throw failed;
    if (this.#tries === TRIES) throw new Error(`given up: ${failed.message}`);
    const pause = Math.min(500 * 2 ** this.#tries, 30_000);
    this.#tries += 1;
    console.error(`${failed.message}: trying again`);
    await setTimeout(pause * (0.5 + Math.random() / 2));
  }
}

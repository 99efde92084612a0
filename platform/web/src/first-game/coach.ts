// What is explained in a first game: each thing once, when it first comes up.
import { holds, type Look } from "../learning/condition.ts";
import type { Step } from "../learning/learning.ts";
import { keep, recall, type Memory } from "./memory.ts";

/** The coach of one table. */
export class Coach {
  readonly #table: string;
  readonly #steps: readonly Step[];
  #memory: Memory;
  #current: Step | null = null;

  constructor(table: string, steps: readonly Step[]) {
    this.#table = table;
    this.#steps = steps;
    this.#memory = recall(table) ?? { said: [], isEnded: false };
  }

  /** What is being explained; null while there is nothing to say. */
  get current(): Step | null {
    return this.#current;
  }

  /** Whether the player wants no more explanations. */
  get isEnded(): boolean {
    return this.#memory.isEnded;
  }

  /** What was explained so far, the first thing first, without what is being explained. */
  get said(): readonly Step[] {
    return this.#memory.said.flatMap(
      (id) => this.#steps.find((step) => step.id === id && step !== this.#current) ?? [],
    );
  }

  /**
   * Looks at the table. An explanation stays until the player has understood it, or until its moment
   * has passed and something else is to be explained.
   */
  look(look: Look): void {
    if (this.isEnded) return;
    if (this.#current !== null && isDue(this.#current, look)) return;
    const { said } = this.#memory;
    const next = this.#steps.find((step) => !said.includes(step.id) && isDue(step, look));
    if (next) this.#say(next);
  }

  /** The player has understood what is being explained. */
  next(look: Look): void {
    this.#current = null;
    this.look(look);
  }

  /** The player wants no more explanations. */
  end(): void {
    this.#current = null;
    this.#keep({ ...this.#memory, isEnded: true });
  }

  /** The player wants explanations again; what was said is not said again. */
  resume(look: Look): void {
    this.#keep({ ...this.#memory, isEnded: false });
    this.look(look);
  }

  #say(step: Step): void {
    this.#current = step;
    this.#keep({ ...this.#memory, said: [...this.#memory.said, step.id] });
  }

  #keep(memory: Memory): void {
    this.#memory = memory;
    keep(this.#table, memory);
  }
}

function isDue({ when }: Step, look: Look): boolean {
  return when === null || holds(when, look);
}

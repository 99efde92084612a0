// Answers that do not change while the page is open, each requested once.

/** Keeps one answer for each key. An error is not kept: the next call tries again. */
export class RequestCache<T> {
  readonly #answers = new Map<string, Promise<T>>();

  /** The answer for a key; calls `load` the first time. */
  get(key: string, load: () => Promise<T>): Promise<T> {
    const cached = this.#answers.get(key);
    if (cached) return cached;
    const answer = load().catch((error: unknown) => {
      this.#answers.delete(key);
      throw error;
    });
    this.#answers.set(key, answer);
    return answer;
  }
}

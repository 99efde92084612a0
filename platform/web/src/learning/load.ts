// Loading what games bring for those who learn them, each file once.
import { RequestCache } from "../api/request-cache.ts";
import { readLearning, type Learning } from "./learning.ts";

const cache = new RequestCache<Learning | null>();

/**
 * What a game brings, from `Game.learning`; null where it brings nothing, or nothing that can be
 * read: then the console says why, and the game goes without it.
 * @throws {Error} when the server does not answer.
 */
export async function learningOf(path: string | null | undefined): Promise<Learning | null> {
  if (path == null) return null;
  return cache.get(path, async () => {
    const answer = await fetch(path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    const content = await answer.text();
    try {
      return readLearning(JSON.parse(content));
    } catch (failed) {
      console.warn(`${path} is left alone: ${String(failed)}`);
      return null;
    }
  });
}

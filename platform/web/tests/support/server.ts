// A server that answers what a test says.
import { vi } from "vitest";

/** What the page asks; a test says what is answered. */
export const ask = vi.fn<(document: unknown, variables: unknown) => Promise<unknown>>();

/** The page's way to the server, but for asking: `vi.mock(…, async (original) => …)` takes it. */
export async function answering(original: () => Promise<object>): Promise<object> {
  return { ...(await original()), ask };
}

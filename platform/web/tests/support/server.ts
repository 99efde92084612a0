// A mock of the API client.
import { vi } from "vitest";

/** The mock of `ask`. */
export const ask = vi.fn<(document: unknown, variables: unknown) => Promise<unknown>>();

/** The module of the client with `ask` mocked, for `vi.mock(…, async (original) => …)`. */
export async function answering(original: () => Promise<object>): Promise<object> {
  return { ...(await original()), ask };
}

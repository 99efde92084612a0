// What the coach has said at a table, kept in this browser.
import { read, write } from "../preferences/storage.ts";

/** What has been said at a table. */
export interface Memory {
  /** The ids of the explanations, in the order in which they were said. */
  readonly said: readonly string[];
  /** Whether the player wants no more of them. */
  readonly isEnded: boolean;
}

const nameOf = (table: string) => `gueridon.first.${table}`;

/** What has been said at a table; null where there is no coach. */
export function recall(table: string): Memory | null {
  const kept = read(nameOf(table));
  if (kept === null) return null;
  try {
    const { said, isEnded } = JSON.parse(kept) as Partial<Memory>;
    if (Array.isArray(said)) return { said, isEnded: isEnded === true };
  } catch {
    // Something else has written under this name.
  }
  return { said: [], isEnded: false };
}

/** Keeps what has been said at a table. */
export function keep(table: string, memory: Memory): void {
  write(nameOf(table), JSON.stringify(memory));
}

// Reading a table's id from what was pasted.

/** The id in a table's address; anything else is taken for an id. */
export function tableIdIn(text: string): string {
  return /\/tables?\/([^/?#\s]+)/.exec(text)?.[1] ?? text.trim();
}

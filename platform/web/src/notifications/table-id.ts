// Which table somebody means who pastes its link, or its id.

/** The id in a table's address; anything else is taken for an id. */
export function tableIdIn(text: string): string {
  return /\/tables?\/([^/?#\s]+)/.exec(text)?.[1] ?? text.trim();
}

// Which of the programs that were chosen for a new table can still play there.

/**
 * The first of the chosen programs, as many as there are free seats; of those that are still listed,
 * where that is known. The same array if nothing has changed.
 */
export function stillChosen(
  chosen: readonly string[],
  free: number,
  listed: readonly string[] | null = null,
): readonly string[] {
  const ready = listed === null ? chosen : chosen.filter((id) => listed.includes(id));
  const seated = ready.slice(0, Math.max(free, 0));
  return seated.length === chosen.length ? chosen : seated;
}

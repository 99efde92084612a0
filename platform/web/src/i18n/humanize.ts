// Identifiers of a schema as words, if a game has no labels for them.

/** `handSize` becomes "Hand size", and `KEEP_FORESEEN` "Keep foreseen". */
export function humanize(word: string): string {
  const words = word
    .replace(/_+/g, " ")
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

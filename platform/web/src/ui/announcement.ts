// What is said to those who hear the page.

/** What a status region is to hold: the same words again are read aloud only if its text changes. */
export function announced(before: string, words: string): string {
  return before === words ? `${words}\u00a0` : words;
}

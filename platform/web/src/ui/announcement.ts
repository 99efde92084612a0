// Texts for screen readers.

/** The next text of a status region: a repeated message is read aloud only if the text differs. */
export function announcementOf(before: string, words: string): string {
  return before === words ? `${words}\u00a0` : words;
}

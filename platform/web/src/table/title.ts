// The title and the icon of the page's tab, which tell that it is one's turn.
import { $isTurnHere, $title } from "../title.ts";

/** Shows in the tab what the page is about, and whether the visitor is waited for. */
export function showTitle(words: string, isTurn: boolean): void {
  $title.set(words);
  $isTurnHere.set(isTurn);
}

// The title and the icon of the page's tab, which tell that it is one's turn.

const NAME = "Guéridon";

/** Shows in the tab what the page is about, and whether the visitor is waited for. */
export function showTitle(words: string, isTurn: boolean): void {
  const title = words === "" ? NAME : `${isTurn ? "● " : ""}${words} – ${NAME}`;
  if (document.title !== title) document.title = title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const path = isTurn ? "/icon-turn.svg" : "/icon.svg";
  if (icon && icon.getAttribute("href") !== path) icon.href = path;
}

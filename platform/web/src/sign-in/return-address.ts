// Where somebody goes on to once they are in: back to where they came from.

/** The page to go to, of `?next=` in an address; the lobby for what is no page of this site. */
export function nextPage(search: string, origin: string): string {
  const asked = new URLSearchParams(search).get("next");
  if (!asked?.startsWith("/")) return "/";
  if (!URL.canParse(asked, origin)) return "/";
  const url = new URL(asked, origin);
  // A path with two slashes before it would be read as another site's.
  if (url.origin !== origin || url.pathname.startsWith("//")) return "/";
  return url.pathname === "/sign-in" ? "/" : url.pathname + url.search + url.hash;
}

/** The address of the sign-in page that leads back to a page. */
export function signInPage(next: string): string {
  if (/^\/sign-in\b/.test(next)) return next;
  return next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`;
}

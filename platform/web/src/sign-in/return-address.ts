// Where the visitor returns to after signing in.

/** The page in `?next=`; the lobby if that is not a page of this site. */
export function nextPage(search: string, origin: string): string {
  const asked = new URLSearchParams(search).get("next");
  if (!asked?.startsWith("/")) return "/";
  if (!URL.canParse(asked, origin)) return "/";
  const url = new URL(asked, origin);
  // A path that begins with two slashes is another host.
  if (url.origin !== origin || url.pathname.startsWith("//")) return "/";
  return url.pathname === "/sign-in" ? "/" : url.pathname + url.search + url.hash;
}

/** The address of the sign-in page that leads back to a page. */
export function signInPage(next: string): string {
  if (/^\/sign-in\b/.test(next)) return next;
  return next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`;
}

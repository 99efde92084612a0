// Which page is shown at an address, and going to another one without a reload.
import navaid, { type Params } from "navaid";
import { html, type TemplateResult } from "lit";
import { atom } from "nanostores";
import { $title } from "./title.ts";

/** A page and its place in the navigation. */
export interface Route {
  /** The content of `main`. */
  readonly page: TemplateResult;
  /** The path of the page, which marks its link in the navigation. */
  readonly place: string;
}

/** The page at the address. */
export const $route = atom<Route>({ page: html``, place: "" });

/** A page, whose code is loaded when it is visited. */
export interface Page {
  readonly load: () => Promise<unknown>;
  readonly draw: (params: Params) => TemplateResult;
}

/** All pages. */
export interface Routes {
  /** By path. */
  readonly pages: ReadonlyMap<string, Page>;
  /** Other paths, with the paths that they lead to. */
  readonly redirects: ReadonlyMap<string, (params: Params) => string>;
  /** Shown at any other address. */
  readonly notFound: Page;
  /** Shown when a page cannot be loaded. */
  readonly loadError: () => TemplateResult;
}

let notFound: () => void = () => undefined;
const router = navaid("/", () => {
  notFound();
});

/** Registers the pages and begins to follow the address. */
export function start({ pages, redirects, ...others }: Routes): void {
  notFound = () => void show("", others.notFound, {}, others.loadError);
  for (const [path, page] of pages) {
    router.on(path, (params) => void show(path, page, params ?? {}, others.loadError));
  }
  for (const [path, target] of redirects) {
    router.on(path, (params) => {
      goInstead(target(params ?? {}));
    });
  }
  router.listen();
}

let newest = 0;

async function show(place: string, page: Page, params: Params, loadError: Routes["loadError"]) {
  const own = (newest += 1);
  // Before loading, because the address may change meanwhile.
  const drawn = page.draw(params);
  const isLoaded = await page.load().then(
    () => true,
    () => false,
  );
  // The visitor has gone to another page meanwhile.
  if (own !== newest) return;
  // A page with a title of its own sets it once it is drawn.
  $title.set("");
  $route.set({ page: isLoaded ? drawn : loadError(), place });
  scrollTo(0, 0);
}

/** Goes to another page. */
export function go(address: string): void {
  router.route(address);
}

/** Goes to another page in place of this one, which the back button then skips. */
export function goInstead(address: string): void {
  router.route(address, true);
}

/** Follows links within this site without a reload, unless a modifier key opens them elsewhere. */
export function follow(event: MouseEvent): void {
  const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
  const isElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey;
  if (!link || event.defaultPrevented || isElsewhere || event.altKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.hash && link.pathname === location.pathname) return;
  // The server's own addresses are not pages.
  if (/^\/(graphiql|graphql|schema\.graphql|games|assets)\b/.test(link.pathname)) return;
  event.preventDefault();
  go(link.pathname + link.search);
}

// Which page is at which address. Each page is its own file, loaded when somebody comes to it.
import navaid, { type Params } from "navaid";
import { html, type TemplateResult } from "lit";
import { atom } from "nanostores";
import "./parts/broken.ts";
import { $title } from "./title.ts";

/** A page that is shown. */
export interface Route {
  /** What is drawn in the middle of the page. */
  readonly page: TemplateResult;
  /** Which link of the navigation leads here. */
  readonly place: string;
}

/** The page at the address. */
export const $route = atom<Route>({ page: html``, place: "" });

interface Page {
  readonly path: string;
  readonly load: () => Promise<unknown>;
  readonly draw: (params: Params) => TemplateResult;
}

const PAGES: readonly Page[] = [
  {
    path: "/",
    load: () => import("./pages/lobby.ts"),
    draw: () => html`<gueridon-lobby></gueridon-lobby>`,
  },
  {
    path: "/tables/:id",
    load: () => import("./pages/table.ts"),
    draw: ({ id }) =>
      html`<gueridon-table
        .table=${id ?? ""}
        .search=${new URLSearchParams(location.search)}
      ></gueridon-table>`,
  },
  {
    path: "/sign-in",
    load: () => import("./pages/sign-in.ts"),
    draw: () => html`<gueridon-sign-in></gueridon-sign-in>`,
  },
  {
    path: "/account",
    load: () => import("./pages/account.ts"),
    draw: () => html`<gueridon-account></gueridon-account>`,
  },
  {
    path: "/players/:id",
    load: () => import("./pages/player.ts"),
    draw: ({ id }) => html`<gueridon-player player=${id ?? ""}></gueridon-player>`,
  },
  {
    path: "/reset",
    load: () => import("./pages/reset.ts"),
    draw: () => html`<gueridon-reset></gueridon-reset>`,
  },
  {
    path: "/confirm",
    load: () => import("./pages/confirm.ts"),
    draw: () => html`<gueridon-confirm></gueridon-confirm>`,
  },
  {
    path: "/reports",
    load: () => import("./pages/reports.ts"),
    draw: () => html`<gueridon-reports></gueridon-reports>`,
  },
  {
    path: "/new",
    load: () => import("./pages/new.ts"),
    draw: () => html`<gueridon-new></gueridon-new>`,
  },
  {
    path: "/mine",
    load: () => import("./pages/mine.ts"),
    draw: () => html`<gueridon-mine></gueridon-mine>`,
  },
  {
    path: "/invite/:code",
    load: () => import("./pages/invite.ts"),
    draw: ({ code }) => html`<gueridon-invite .code=${code ?? ""}></gueridon-invite>`,
  },
];

const router = navaid("/", () => {
  void show("", () => import("./pages/missing.ts"), html`<gueridon-missing></gueridon-missing>`);
});

let turn = 0;

async function show(place: string, load: () => Promise<unknown>, page: TemplateResult) {
  const mine = (turn += 1);
  const isLoaded = await load().then(
    () => true,
    () => false,
  );
  // Somebody who has gone on meanwhile does not want to see it.
  if (mine !== turn) return;
  // A page that has a title says so as soon as it is drawn.
  $title.set("");
  $route.set({ page: isLoaded ? page : html`<gueridon-broken></gueridon-broken>`, place });
  scrollTo(0, 0);
}

for (const { path, load, draw } of PAGES) {
  router.on(path, (params) => {
    void show(path, load, draw(params ?? {}));
  });
}

// The server's letters and webhooks name a table so.
router.on("/table/:id", (params) => {
  router.route(`/tables/${params?.["id"] ?? ""}`, true);
});

/** Begins to follow the address. */
export function start(): void {
  router.listen();
}

/** Goes to another page. */
export function go(address: string): void {
  router.route(address);
}

/** Goes to another page, to which this one only led: coming back, nobody wants to see it. */
export function goInstead(address: string): void {
  router.route(address, true);
}

/** Follows links without a reload: those within this site that no modifier opens elsewhere. */
export function follow(event: MouseEvent): void {
  const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
  const isElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey;
  if (!link || event.defaultPrevented || isElsewhere || event.altKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.hash && link.pathname === location.pathname) return;
  // Not a page of ours.
  if (/^\/(graphiql|graphql|schema\.graphql|games|assets)\b/.test(link.pathname)) return;
  event.preventDefault();
  go(link.pathname + link.search);
}

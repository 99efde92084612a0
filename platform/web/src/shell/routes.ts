// The page at each address. The code of a page is loaded when it is visited.
import { html } from "lit";
import type { Page, Routes } from "../navigation/router.ts";
import "./load-error.ts";

const PAGES: Readonly<Record<string, Page>> = {
  "/": {
    load: () => import("../lobby/lobby-page.ts"),
    draw: () => html`<gueridon-lobby></gueridon-lobby>`,
  },
  "/tables/:id": {
    load: () => import("../table/table-page.ts"),
    draw: ({ id }) =>
      html`<gueridon-table
        .table=${id ?? ""}
        .search=${new URLSearchParams(location.search)}
      ></gueridon-table>`,
  },
  "/sign-in": {
    load: () => import("../sign-in/sign-in-page.ts"),
    draw: () => html`<gueridon-sign-in></gueridon-sign-in>`,
  },
  // The address in OAuth's metadata.
  "/oauth/authorize": {
    load: () => import("../sign-in/consent-page.ts"),
    draw: () => html`<gueridon-consent></gueridon-consent>`,
  },
  "/account": {
    load: () => import("../account/account-page.ts"),
    draw: () => html`<gueridon-account></gueridon-account>`,
  },
  "/players/:id": {
    load: () => import("../players/player-page.ts"),
    draw: ({ id }) => html`<gueridon-player player=${id ?? ""}></gueridon-player>`,
  },
  "/reset": {
    load: () => import("../sign-in/reset-password-page.ts"),
    draw: () => html`<gueridon-reset></gueridon-reset>`,
  },
  "/confirm": {
    load: () => import("../account/confirm-email-page.ts"),
    draw: () => html`<gueridon-confirm></gueridon-confirm>`,
  },
  "/reports": {
    load: () => import("../moderation/reports-page.ts"),
    draw: () => html`<gueridon-reports></gueridon-reports>`,
  },
  "/operations": {
    load: () => import("../operations/operations-page.ts"),
    draw: () => html`<gueridon-operations></gueridon-operations>`,
  },
  "/new": {
    load: () => import("../new-table/new-table-page.ts"),
    draw: () => html`<gueridon-new></gueridon-new>`,
  },
  "/learn/:game": {
    load: () => import("../how-to-play/learn-page.ts"),
    draw: ({ game }) => html`<gueridon-learn game=${game ?? ""}></gueridon-learn>`,
  },
  "/mine": {
    load: () => import("../my-tables/my-tables-page.ts"),
    draw: () => html`<gueridon-mine></gueridon-mine>`,
  },
  "/programs": {
    load: () => import("../programs/programs-page.ts"),
    draw: () => html`<gueridon-programs></gueridon-programs>`,
  },
  "/credits": {
    load: () => import("../credits/credits-page.ts"),
    draw: () => html`<gueridon-credits></gueridon-credits>`,
  },
  "/invite/:code": {
    load: () => import("../invitations/invite-page.ts"),
    draw: ({ code }) => html`<gueridon-invite .code=${code ?? ""}></gueridon-invite>`,
  },
};

/** Every page of the site. */
export const ROUTES: Routes = {
  pages: new Map(Object.entries(PAGES)),
  // The server's emails and webhooks use this address of a table.
  redirects: new Map([["/table/:id", ({ id }) => `/tables/${id ?? ""}`]]),
  notFound: {
    load: () => import("./not-found-page.ts"),
    draw: () => html`<gueridon-missing></gueridon-missing>`,
  },
  loadError: () => html`<gueridon-broken></gueridon-broken>`,
};

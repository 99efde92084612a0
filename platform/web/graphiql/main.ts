// GraphiQL over this server's API, with nothing from elsewhere.
import "graphiql/setup-workers/vite";
import "graphiql/style.css";
import { createGraphiQLFetcher } from "@graphiql/toolkit";
import { GraphiQL } from "graphiql";
import { createClient } from "graphql-ws";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { $token } from "../src/api/token.ts";
import { FIRST_DOCUMENT } from "./first.ts";

const scheme = location.protocol === "https:" ? "wss" : "ws";
const fetcher = createGraphiQLFetcher({
  url: "/graphql",
  fetch: (url, request) => {
    const headers = new Headers(request?.headers);
    const token = $token.get();
    // Whoever is signed in on the page is so here, unless the headers tab says somebody else.
    if (token !== null && !headers.has("authorization")) {
      headers.set("authorization", `Bearer ${token}`);
    }
    return fetch(url, { ...request, headers });
  },
  wsClient: createClient({
    url: `${scheme}://${location.host}/graphql`,
    connectionParams: () => {
      const token = writtenToken() ?? $token.get();
      return token === null ? {} : { token };
    },
  }),
});

/** The token of the headers tab, which GraphiQL keeps until the browser's tab is closed. */
function writtenToken(): string | null {
  const headers = sessionStorage.getItem("graphiql:headers") ?? "";
  return /"authorization"\s*:\s*"Bearer ([^"]+)"/i.exec(headers)?.[1] ?? null;
}

const place = document.querySelector("#graphiql");
if (place) {
  createRoot(place).render(
    createElement(GraphiQL, {
      fetcher,
      defaultQuery: FIRST_DOCUMENT,
      shouldPersistHeaders: true,
      // A token that somebody pastes also comes into the history: it is not to outlive the visit.
      storage: sessionStorage,
    }),
  );
}

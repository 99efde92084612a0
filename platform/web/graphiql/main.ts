// GraphiQL for this server's API, without scripts from other hosts.
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
    // The token of the page, unless the headers tab has another one.
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
      // The history contains pasted tokens, which must not outlive the visit.
      storage: sessionStorage,
    }),
  );
}

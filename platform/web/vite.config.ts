// How the page is built, and where its development server finds the API.
import { defineConfig } from "vite";

const server = process.env["GUERIDON"] ?? "http://127.0.0.1:8080";

const proxy = {
  "/graphql": { target: server, ws: true },
  "/games": { target: server },
  "/oauth/request": { target: server },
  "/oauth/grant": { target: server },
};

export default defineConfig({
  // GraphiQL is a page of its own, of which the others load nothing.
  build: {
    rolldownOptions: {
      input: { page: "index.html", graphiql: "graphiql/index.html" },
      onLog: (level, log, print) => {
        // GraphiQL's parts say that they are for a client, which this is.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") print(level, log);
      },
    },
    chunkSizeWarningLimit: 6_000,
    target: "es2022",
    // Browsers that know light-dark(): written otherwise, colours would not heed what was chosen here.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // A small picture in a style would be one that the page's content policy has to let in.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy },
  preview: { proxy },
});

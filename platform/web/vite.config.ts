// The build of the page, and the proxy of its development server.
import { defineConfig } from "vite";
import { frame } from "./build/frame.ts";

const server = process.env["GUERIDON"] ?? "http://127.0.0.1:8080";

const proxy = {
  "/graphql": { target: server, ws: true },
  "/games": { target: server },
  "/oauth/request": { target: server },
  "/oauth/grant": { target: server },
};

export default defineConfig({
  plugins: [frame()],
  // GraphiQL is a separate page: the others load nothing of it.
  build: {
    rolldownOptions: {
      input: { page: "index.html", graphiql: "graphiql/index.html" },
      onLog: (level, log, print) => {
        // GraphiQL's dependencies have "use client" directives, which have no effect here.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") print(level, log);
      },
    },
    chunkSizeWarningLimit: 6_000,
    target: "es2022",
    // Browsers with light-dark(): the fallback for older ones would ignore the chosen theme.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // The content security policy does not allow inlined assets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy },
  preview: { proxy },
});

// How the page is built, and where its development server finds the API.
import { defineConfig } from "vite";

const server = process.env["GUERIDON"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  build: {
    target: "es2022",
    // A small picture in a style would be one that the page's content policy has to let in.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/graphql": { target: server, ws: true },
      "/games": { target: server },
      "/graphiql": { target: server },
    },
  },
});

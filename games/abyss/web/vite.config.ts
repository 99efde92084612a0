// How the table is built: one module that needs nothing beside it.
import { defineConfig } from "vite";

export default defineConfig({
  build: {
    target: "es2022",
    lib: { entry: "src/table.ts", formats: ["es"], fileName: () => "abyss.js" },
  },
});

// The build of the board: one module without imports.
import { defineConfig } from "vite";

export default defineConfig({
  build: {
    target: "es2022",
    lib: { entry: "src/table.ts", formats: ["es"], fileName: () => "astoria.js" },
    // Vite keeps the spaces of libraries, for the sake of those who bundle them again.
    rolldownOptions: { output: { minify: true } },
  },
});

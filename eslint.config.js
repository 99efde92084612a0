// The lint rules of the page.
import { configs as lit } from "eslint-plugin-lit";
import a11y from "eslint-plugin-lit-a11y";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  globalIgnores(["**/dist/", "**/generated*", "target/", "platform/server/", "**/test-results/"]),
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/consistent-type-imports": "error",
    },
  },
  { files: ["**/*.ts"], extends: [lit["flat/recommended"]] },
  {
    files: ["**/*.ts"],
    plugins: { "lit-a11y": a11y },
    rules: a11y.configs.recommended.rules,
  },
);

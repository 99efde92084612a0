// How the browser tests run: against the real server with its modules, in the Chromium of the system.
import { defineConfig } from "@playwright/test";
import { launchOptions } from "./e2e/support/browser.ts";

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  // Two browsers play while the server thinks: more at a time only makes each of them slower.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A test that fails now and then has found something.
  retries: 0,
  // Long enough for a machine that does much else: on an idle one the longest takes a minute or two.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  outputDir: "test-results",
  use: { launchOptions },
});

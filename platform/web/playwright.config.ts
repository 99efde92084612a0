// The browser tests run against the real server and modules, in the Chromium of the system.
import { defineConfig } from "@playwright/test";
import { launchOptions } from "./e2e/support/browser.ts";
import { IS_LONG, LONG_TAG } from "./e2e/support/long.ts";

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  ...(IS_LONG ? {} : { grepInvert: new RegExp(LONG_TAG) }),
  // Each test keeps up to two browsers and a server busy: more at a time would only be slower.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A flaky test has found a bug.
  retries: 0,
  // Long enough for a busy machine: on an idle one the longest test takes a minute or two.
  timeout: 600_000,
  // A wait ends as soon as it can: the limit is for a machine that is busy with other tests, too.
  expect: { timeout: 60_000 },
  reporter: [["list"]],
  outputDir: "test-results",
  use: { launchOptions },
});

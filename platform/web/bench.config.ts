// The configuration of `npm run bench`: that of the tests, with another file and one browser.
import tests from "./playwright.config.ts";

export default { ...tests, testMatch: "interactive.bench.ts", workers: 1 };

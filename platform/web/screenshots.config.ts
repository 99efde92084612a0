// The configuration of `npm run screenshots`: that of the tests, with another file.
import tests from "./playwright.config.ts";

export default { ...tests, testMatch: "screenshots.ts" };

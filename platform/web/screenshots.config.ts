// How `npm run screenshots` takes its pictures: as the tests run, with another file.
import tests from "./playwright.config.ts";

export default { ...tests, testMatch: "screenshots.ts" };

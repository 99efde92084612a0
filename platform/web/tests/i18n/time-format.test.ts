// Times as people write and count them.
import { expect, test } from "vitest";
import { formatClock, localeOf } from "../../src/i18n/time-format.ts";
import { $language } from "../../src/preferences/preferences.ts";

test("a clock counts days as long as there are any, and then hours, minutes and seconds", () => {
  $language.set("EN");
  const shown = [155_000, 86_400, 86_399, 3_600, 65, 0].map(formatClock);
  expect(shown).toEqual(["1 day", "1 day", "23:59:59", "1:00:00", "1:05", "0:00"]);
  expect(formatClock(2 * 86_400)).toBe("2 days");
  $language.set("FR");
  expect(formatClock(155_000)).toBe("1 jour");
  $language.set("EN");
});

test("dates are written as the visitor's own locale of the page's language does", () => {
  expect(localeOf("en", ["fr-CA", "en-GB", "en-US"])).toBe("en-GB");
  expect(localeOf("fr", ["fr-CA", "en-GB"])).toBe("fr-CA");
  expect(localeOf("en", ["fr"])).toBe("en");
  // The tag of another language may begin with the same letters.
  expect(localeOf("fr", ["frr", "fr-BE"])).toBe("fr-BE");
});

// The page of credits names every work with its author, source and licence.
import { afterEach, expect, test } from "vitest";
import { CreditsPage } from "../../src/credits/credits-page.ts";
import { WORKS } from "../../src/credits/works.ts";
import { $language } from "../../src/preferences/preferences.ts";

afterEach(() => {
  document.body.replaceChildren();
});

test("every work stands there once, with author, source and licence", async () => {
  $language.set("EN");
  const page = new CreditsPage();
  document.body.append(page);
  await page.updateComplete;
  const lines = [...page.renderRoot.querySelectorAll("li")];
  expect(WORKS.length).toBeGreaterThan(0);
  expect(new Set(WORKS.map(({ title }) => title)).size).toBe(WORKS.length);
  expect(lines).toHaveLength(WORKS.length);
  for (const [place, { title, author, source, licence, terms }] of WORKS.entries()) {
    const [line] = lines.slice(place);
    for (const word of [title, author, licence]) {
      expect(word).not.toBe("");
      expect(line?.textContent).toContain(word);
    }
    expect([...(line?.querySelectorAll("a") ?? [])].map((link) => link.href)).toEqual([
      new URL(source).href,
      new URL(terms).href,
    ]);
  }
});

// What axe finds on a page.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What was printed before: it is the same on every page. */
const told = new Set<string>();

/** Holds that axe finds nothing serious on a page; what is less is printed. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .analyze();
  const said = violations.map(({ id, impact, help, nodes }) => ({
    id,
    isGrave: impact === "serious" || impact === "critical",
    words: `${what}: ${id} (${impact ?? ""}) ${help}: ${nodes.map((n) => n.target.join(" ")).join(" | ")}`,
  }));
  for (const { id, isGrave, words } of said) {
    if (isGrave || told.has(id)) continue;
    told.add(id);
    console.log(words);
  }
  expect.soft(said.filter(({ isGrave }) => isGrave).map(({ words }) => words)).toEqual([]);
}

// Accessibility checks with axe.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The rules already printed, since most are the same on every page. */
const reported = new Set<string>();

/** Expects axe to find nothing serious on a page; lesser findings are printed once. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .analyze();
  const found = violations.map(({ id, impact, help, nodes }) => ({
    id,
    isGrave: impact === "serious" || impact === "critical",
    words: `${what}: ${id} (${impact ?? ""}) ${help}: ${nodes.map((n) => n.target.join(" ")).join(" | ")}`,
  }));
  for (const { id, isGrave, words } of found) {
    if (isGrave || reported.has(id)) continue;
    reported.add(id);
    console.log(words);
  }
  expect.soft(found.filter(({ isGrave }) => isGrave).map(({ words }) => words)).toEqual([]);
}

// Accessibility checks with axe.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The rules already printed, since most are the same on every page. */
const reported = new Set<string>();

/** Expects axe to find nothing serious on a page; lesser findings are printed once. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // Of a page with frames axe puts together what it found in each, in a page of its own. That takes
  // three times as long as letting it run where there are none.
  const hasFrames = page.frames().length > 1;
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(!hasFrames)
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

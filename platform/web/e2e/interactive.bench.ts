// How soon a page can be used: `npm run bench`, one browser at a time. Timings are no tests, since
// they depend on what else the machine does; this prints them, and fails only far beyond the aim.
import type { Page } from "@playwright/test";
import { playerOf } from "./support/people.ts";
import { gameElement } from "./support/play.ts";
import { GAMES } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

/** Chrome's own "Fast 3G": a round trip of 562.5 ms, 1.44 Mbit/s down, 675 kbit/s up. */
const FAST_3G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_440_000 / 8) * 0.9,
  uploadThroughput: (675_000 / 8) * 0.9,
};

const LINES = [
  { name: "loopback", conditions: null, aim: 1_000 },
  { name: "Fast 3G", conditions: FAST_3G, aim: 4_000 },
] as const;

/** How often each is measured; the median counts. */
const ROUNDS = 5;

/** How many times the aim is a failure, on whatever machine. */
const FAR = 4;

async function throttle(page: Page, conditions: typeof FAST_3G | null): Promise<void> {
  if (conditions === null) return;
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", conditions);
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

for (const { name, conditions, aim } of LINES) {
  for (const place of ["lobby", ...GAMES]) {
    test(`${place} over ${name}`, async ({ people, api }) => {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        // A new browser has nothing in its cache.
        const ada = await people.come();
        const path =
          place === "lobby"
            ? "/"
            : `/tables/${await api.begin([playerOf(ada)], place, { bots: 1 })}`;
        await throttle(ada.page, conditions);
        const from = performance.now();
        await ada.page.goto(path, { waitUntil: "commit" });
        const usable =
          place === "lobby"
            ? ada.page.locator("gueridon-games a").first()
            : gameElement(ada).getByRole("button", { disabled: false }).first();
        await usable.waitFor();
        times.push(performance.now() - from);
      }
      const took = median(times);
      console.log(`${place} over ${name}: ${Math.round(took)} ms (aim ${aim} ms)`);
      expect(took).toBeLessThan(FAR * aim);
    });
  }
}

// The page needs little traffic: small scripts, one socket, and no polling.
import { expect, test } from "./support/test.ts";
import { gameElement } from "./support/play.ts";
import { playerOf, type Person } from "./support/people.ts";
import { GAMES } from "./support/server.ts";

const KILOBYTE = 1_000;

/** The time without traffic after which a page counts as loaded, in milliseconds. */
const QUIET = 2_000;

/**
 * The bytes of what a page is made of: scripts, styles, pictures, fonts, the page itself; not the
 * answers of the API, nor the guides to the games, which come when all else is there.
 */
async function loaded({ page }: Person): Promise<number> {
  return await page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .filter(({ name }) => !/(\.json|\/graphql)$/.test(new URL(name).pathname))
      .map((one) => (one as PerformanceResourceTiming).encodedBodySize)
      .reduce((sum, bytes) => sum + bytes, 0),
  );
}

test("the lobby takes less than 100 kB, with its pictures", async ({ people }) => {
  const ada = await people.come();
  await ada.goTo("/");
  await expect(ada.page.locator("gueridon-games img").first()).toBeVisible();
  const bytes = await loaded(ada);
  console.log(`the lobby: ${Math.ceil(bytes / KILOBYTE)} kB`);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(100 * KILOBYTE);
});

for (const game of GAMES) {
  test(`a table of ${game} takes less than 200 kB, with its art`, async ({ people, api }) => {
    const [ada, basile] = [await people.come(), await api.guest("Basile")];
    const table = await api.begin([playerOf(ada), basile], game);
    await ada.goTo(`/tables/${table}`);
    await gameElement(ada).waitFor();
    const bytes = await loaded(ada);
    console.log(`a table of ${game}: ${Math.ceil(bytes / KILOBYTE)} kB`);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(200 * KILOBYTE);
  });
}

for (const address of ["/", "/mine", "table"]) {
  test(`an idle page sends and receives nothing: ${address}`, async ({ people, api }) => {
    const ada = await people.come();
    const basile = await api.guest("Basile");
    const asked: string[] = [];
    let last = Date.now();
    const note = (what: string) => {
      // Keep-alive messages do not count.
      if (/^{"type":"p[io]ng"/.test(what)) return;
      asked.push(what);
      last = Date.now();
    };
    let sockets = 0;
    ada.page.on("websocket", (socket) => {
      sockets += 1;
      const noteFrame = ({ payload }: { payload: string | Buffer }) => {
        note(String(payload));
      };
      socket.on("framesent", noteFrame);
      socket.on("framereceived", noteFrame);
    });
    ada.page.on("request", (request) => {
      note(request.url());
    });
    await ada.goTo(
      address === "table"
        ? `/tables/${await api.begin([playerOf(ada), basile], "astoria")}`
        : address,
    );
    // The page is complete, over the socket too, even on a slow machine.
    await expect.poll(() => Date.now() - last).toBeGreaterThan(QUIET);
    asked.length = 0;
    // There is no event to wait for.
    await ada.page.waitForTimeout(5_000);
    expect(asked).toEqual([]);
    expect(sockets).toBe(1);
  });
}

// The page is light on the line: little to load, one socket, and silence when nothing happens.
import { expect, test } from "./support/test.ts";
import { drawing } from "./support/play.ts";
import { playerOf } from "./support/people.ts";

const KILOBYTE = 1_000;

/** For how long nothing comes any more to a page that is complete, in milliseconds. */
const QUIET = 2_000;

test("the lobby takes less than 100 kB of JavaScript", async ({ people }) => {
  const ada = await people.come();
  await ada.goTo("/");
  const bytes = await ada.page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((one) => new URL(one.name).pathname.endsWith(".js"))
      .reduce((sum, one) => sum + (one as PerformanceResourceTiming).encodedBodySize, 0),
  );
  console.log(`JavaScript of the lobby: ${Math.ceil(bytes / KILOBYTE)} kB`);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(100 * KILOBYTE);
});

test("a table can be played at soon after it is opened", async ({ people, api }) => {
  const [ada, basile] = [await people.come(), await api.guest("Basile")];
  const table = await api.begin([playerOf(ada), basile], "abyss");
  const { toAct } = await api.table(table);
  const active = toAct.includes(0) ? ada : await people.come({ as: basile });
  const from = Date.now();
  await active.page.goto(`/tables/${table}`);
  await drawing(active).getByRole("button", { disabled: false }).first().waitFor();
  // A measurement: how long a second is depends on who else uses the machine.
  console.log(`a table is interactive after ${Date.now() - from} ms`);
});

for (const address of ["/", "/mine", "table"]) {
  test(`nothing is asked while nothing happens: ${address}`, async ({ people, api }) => {
    const ada = await people.come();
    const basile = await api.guest("Basile");
    const asked: string[] = [];
    let last = Date.now();
    const note = (what: string) => {
      // Each side asks now and then whether the other is still there.
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
    // All that draws the page has come, over the socket too, however slow the machine is.
    await expect.poll(() => Date.now() - last).toBeGreaterThan(QUIET);
    asked.length = 0;
    // Silence has no end to wait for.
    await ada.page.waitForTimeout(5_000);
    expect(asked).toEqual([]);
    expect(sockets).toBe(1);
  });
}

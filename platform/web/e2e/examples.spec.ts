// The TypeScript example clients: one plays whole games against a server that is killed and
// restarted, the other signs in for somebody else.
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { playerOf } from "./support/people.ts";
import { GAMES } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

const EXAMPLES = resolve(import.meta.dirname, "../../../examples/typescript/dist");

for (const game of GAMES) {
  test(`the example client plays a whole game of ${game}, although the server is restarted`, async ({
    server,
  }) => {
    const client = spawn("node", [resolve(EXAMPLES, "play.js"), server.url, game], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const complaints = text(client.stderr);
    const lines: string[] = [];
    for await (const line of createInterface({ input: client.stdout })) {
      lines.push(line);
      if (lines.length === 6) await server.killAndRestart();
    }
    expect(await complaints).toMatch(/^(.+: trying again\n)+$/);
    expect(lines.slice(-2)).toEqual([
      expect.stringMatching(/^rank [12]: seat 0, -?\d+ points$/),
      expect.stringMatching(/^rank [12]: seat 1, -?\d+ points$/),
    ]);
    expect(lines.length).toBeGreaterThan(10);
  });
}

test("the example client for OAuth greets the person who allows it, and signs out", async ({
  server,
  people,
}) => {
  const ada = await people.come();
  const client = spawn("node", [resolve(EXAMPLES, "oauth.js"), server.url], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const complaints = text(client.stderr);
  const lines: string[] = [];
  for await (const line of createInterface({ input: client.stdout })) {
    lines.push(line);
    if (!line.includes("/oauth/authorize?")) continue;
    await ada.page.goto(line.trim());
    await ada.button("signIn.consent.yes").click();
    await ada.page.waitForURL("http://127.0.0.1:*/back?**");
  }
  expect(await complaints).toBe("");
  expect(lines).toContain(`hello, ${playerOf(ada).name}`);
  expect(lines.at(-1)).toBe("signed out");
  // The client's own address is the only one besides the server's that the browser was sent to.
  const asked = ada.errors as string[];
  expect(asked).toEqual([expect.stringMatching(/^asks http:\/\/127\.0\.0\.1:\d+\/back\?/)]);
  asked.length = 0;
});

// The TypeScript example client plays whole games against a server that is killed and restarted.
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { GAMES } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

const EXAMPLE = resolve(import.meta.dirname, "../../../examples/typescript/dist/play.js");

for (const game of GAMES) {
  test(`the example client plays a whole game of ${game}, although the server is restarted`, async ({
    server,
  }) => {
    const client = spawn("node", [EXAMPLE, server.url, game], {
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

// The example client in TypeScript plays a whole game of each game.
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { GAMES } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

const EXAMPLE = resolve(import.meta.dirname, "../../../examples/typescript/dist/play.js");

for (const game of GAMES) {
  test(`the example client plays a whole game of ${game}`, async ({ server }) => {
    const { stdout } = await promisify(execFile)("node", [EXAMPLE, server.url, game]);
    const lines = stdout.trim().split("\n");
    expect(lines.slice(-2)).toEqual([
      expect.stringMatching(/^rank [12]: seat 0, -?\d+ points$/),
      expect.stringMatching(/^rank [12]: seat 1, -?\d+ points$/),
    ]);
    expect(lines.length).toBeGreaterThan(10);
  });
}

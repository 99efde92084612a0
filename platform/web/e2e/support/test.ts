// The fixtures of every test: a server, its API, and people with browsers.
import { test as base } from "@playwright/test";
import { Api } from "./api.ts";
import { People } from "./people.ts";
import { Server } from "./server.ts";

export { expect } from "@playwright/test";

interface TestFixtures {
  readonly api: Api;
  readonly people: People;
  /** Expects at the end that the log of the server has no errors. */
  readonly cleanLog: undefined;
}

interface WorkerFixtures {
  readonly server: Server;
}

/** A test that also fails on errors in a browser or in the server's log. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // Playwright requires a destructuring pattern here, even an empty one.
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  api: async ({ server }, use) => {
    await use(new Api(server.url));
  },
  people: async ({ browser, api, server }, use) => {
    const people = new People(browser, api, server.url);
    await use(people);
    await people.leave();
  },
  cleanLog: [
    async ({ server }, use) => {
      const from = server.logged;
      await use(undefined);
      base.expect(server.faults(from), "the server's log").toEqual([]);
    },
    { auto: true },
  ],
});

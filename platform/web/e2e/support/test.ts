// What every test of the page has: a server, its API, and people who come with browsers.
import { test as base } from "@playwright/test";
import { Api } from "./api.ts";
import { People } from "./people.ts";
import { Server } from "./server.ts";

export { expect } from "@playwright/test";

interface Here {
  readonly api: Api;
  readonly people: People;
  /** Held at the end: the log of the server tells of no fault. */
  readonly silence: undefined;
}

interface Kept {
  readonly server: Server;
}

/** A test in which browsers, and the server's log, are held to be without faults. */
export const test = base.extend<Here, Kept>({
  server: [
    // Playwright wants the first argument to be taken apart, even where there is nothing in it.
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
  silence: [
    async ({ server }, use) => {
      const from = server.logged;
      await use(undefined);
      base.expect(server.faults(from), "the server's log").toEqual([]);
    },
    { auto: true },
  ],
});

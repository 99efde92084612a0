// People with a browser each.
import {
  expect,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type Request,
} from "@playwright/test";
import type { Language } from "../../src/element.ts";
import type { Api, Player } from "./api.ts";
import { Line } from "./line.ts";
import { watch } from "./watch.ts";
import { said } from "./words.ts";

/** How somebody comes. */
export interface Arrival {
  /** Who they are; null for who passes by, and a new guest where nothing is said. */
  readonly as?: Player | null;
  /** Of a new guest. */
  readonly name?: string;
  readonly language?: Language;
  readonly colours?: "light" | "dark";
  /** Of the window, in CSS pixels. */
  readonly width?: number;
  /** Whether they have fingers only, and no pointer. */
  readonly hasTouch?: boolean;
  /** Whether their device lets things move. */
  readonly hasMotion?: boolean;
  /** Which server they come to, where it is not that of the test. */
  readonly at?: string;
  /** Whether there is a line of theirs that the test can cut. */
  readonly hasLine?: boolean;
}

/** Somebody who looks at the page. */
export interface Person {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly language: Language;
  /** Who they are to the server. */
  readonly player: Player | null;
  readonly line: Line | undefined;
  readonly hasTouch: boolean;
  /** What was wrong so far in their browser. */
  readonly troubles: readonly string[];
  /** The words of the page in their language. */
  readonly said: (key: string, gaps?: Record<string, unknown>) => string;
  /** A button with such words. */
  readonly button: (key: string, gaps?: Record<string, unknown>) => Locator;
  /** Goes to an address, and waits until everything is there. */
  readonly goTo: (address: string) => Promise<void>;
  /** Waits until nothing more is asked of the server. */
  readonly settle: () => Promise<void>;
}

/** Lets people come, and holds at the end that nothing was wrong in any of their browsers. */
export class People {
  readonly #browser: Browser;
  readonly #api: Api;
  readonly #url: string;
  readonly #here: Person[] = [];

  constructor(browser: Browser, api: Api, url: string) {
    this.#browser = browser;
    this.#api = api;
    this.#url = url;
  }

  /** Somebody comes, with a browser of their own. */
  async come({
    as,
    name,
    language = "EN",
    colours = "light",
    width = 1280,
    hasTouch = false,
    hasMotion = false,
    at = this.#url,
    hasLine = false,
  }: Arrival = {}): Promise<Person> {
    const player = as === undefined ? await this.#api.guest(name) : as;
    const line = hasLine ? await Line.to(at) : undefined;
    const url = line?.url ?? at;
    const context = await this.#browser.newContext({
      baseURL: url,
      locale: language === "FR" ? "fr-FR" : "en-GB",
      colorScheme: colours,
      reducedMotion: hasMotion ? "no-preference" : "reduce",
      hasTouch,
      viewport: { width, height: 800 },
      storageState: {
        cookies: [],
        origins: player
          ? [{ origin: url, localStorage: [{ name: "gueridon.token", value: player.token }] }]
          : [],
      },
    });
    const { host } = new URL(url);
    const troubles = await watch(context, { host, mayBreak: () => line?.wasCut ?? false });
    // What does not come is said, before the whole test is out of time.
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    const asked = new Set<Request>();
    page.on("request", (request) => asked.add(request));
    page.on("requestfinished", (request) => asked.delete(request));
    page.on("requestfailed", (request) => asked.delete(request));
    const settle = async () => {
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await expect
        .poll(
          async () => {
            // Whoever is answered may draw, and ask again.
            await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
            return asked.size;
          },
          { intervals: [10, 20, 50] },
        )
        .toBe(0);
    };
    const words = (key: string, gaps: Record<string, unknown> = {}) => said(language, key, gaps);
    const person: Person = {
      page,
      context,
      language,
      player,
      line,
      hasTouch,
      troubles,
      said: words,
      button: (key, gaps) => page.getByRole("button", { name: words(key, gaps), exact: true }),
      goTo: async (address) => {
        await page.goto(address);
        await settle();
      },
      settle,
    };
    this.#here.push(person);
    return person;
  }

  /** Everybody goes. */
  async leave(): Promise<void> {
    for (const { context, line } of this.#here) {
      await context.close();
      await line?.close();
    }
    for (const { troubles } of this.#here) expect(troubles).toEqual([]);
  }
}

/** Who they are, where they are a guest. */
export function playerOf({ player }: Person): Player {
  if (!player) throw new Error("who passes by is no player");
  return player;
}

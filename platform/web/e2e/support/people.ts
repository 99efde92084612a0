// The people of a test, each with a browser context.
import {
  expect,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type Request,
} from "@playwright/test";
import type { Language } from "@gueridon/element";
import type { Api, Player } from "./api.ts";
import { Line } from "./line.ts";
import { watch } from "./watch.ts";
import { said } from "./words.ts";

/** How a person opens the page. */
export interface Arrival {
  /** Who they are: null for a visitor who is not signed in, a new guest by default. */
  readonly as?: Player | null;
  /** The name of a new guest. */
  readonly name?: string;
  readonly language?: Language;
  readonly colours?: "light" | "dark";
  /** The width of the window, in CSS pixels. */
  readonly width?: number;
  /** Whether they use a touch screen. */
  readonly hasTouch?: boolean;
  /** Whether their device allows animations. */
  readonly hasMotion?: boolean;
  /** Another server than that of the test. */
  readonly at?: string;
  /** Whether games' boards run in frames at that server. */
  readonly hasFrames?: boolean;
  /** Whether the test can cut their connection. */
  readonly hasLine?: boolean;
}

/** A person with the page open. */
export interface Person {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly language: Language;
  /** The player as whom they are signed in. */
  readonly player: Player | null;
  readonly line: Line | undefined;
  readonly hasTouch: boolean;
  readonly hasFrames: boolean;
  /** The errors in their browser so far. */
  readonly errors: readonly string[];
  /** A text of the page in their language. */
  readonly said: (key: string, gaps?: Record<string, unknown>) => string;
  /** The button with a text. */
  readonly button: (key: string, gaps?: Record<string, unknown>) => Locator;
  /** Goes to an address, and waits until it is loaded. */
  readonly goTo: (address: string) => Promise<void>;
  /** Waits until no request is running. */
  readonly settle: () => Promise<void>;
}

/** Opens the page for people, and expects at the end that their browsers had no errors. */
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

  /** A new person, in a browser context of their own. */
  async come({
    as,
    name,
    language = "EN",
    colours = "light",
    width = 1280,
    hasTouch = false,
    hasMotion = false,
    at = this.#url,
    hasFrames = false,
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
    const errors = await watch(context, { host, mayBreak: () => line?.wasCut ?? false });
    // Shorter than the time limit of the test, for a message that names what is missing.
    context.setDefaultTimeout(60_000);
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
            // Rendering an answer may start further requests.
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
      hasFrames,
      errors,
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

  /** Closes all browsers, and checks their errors. */
  async leave(): Promise<void> {
    for (const { context, line } of this.#here) {
      await context.close();
      await line?.close();
    }
    for (const { errors } of this.#here) expect(errors).toEqual([]);
  }
}

/** The player as whom a person is signed in. */
export function playerOf({ player }: Person): Player {
  if (!player) throw new Error("a visitor who is not signed in is no player");
  return player;
}

// Boards of isolated modules run in sandboxed frames: they are played as outside of them, and reach
// nothing.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator } from "@playwright/test";
import { Api } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { longIf } from "./support/long.ts";
import type { Person } from "./support/people.ts";
import {
  boardState,
  drawn,
  gameElement,
  playByClicking,
  playOnce,
  trackComposed,
  whoseTurn,
} from "./support/play.ts";
import { Random } from "./support/random.ts";
import { overflow } from "./support/seen.ts";
import { Server } from "./support/server.ts";
import { expect, test as base } from "./support/test.ts";

/** A board that tries whatever a page's own code could do, and writes down what came of it. */
const HOSTILE = `
  const here = new URL("/", location.href).href;
  const query = JSON.stringify({ query: "{ me { id } }" });
  const loads = (tag, from) => new Promise((done, failed) => {
    const one = document.createElement(tag);
    Object.assign(one, { onload: () => done("loaded"), onerror: () => failed(new Error("no")), ...from });
    document.head.append(one);
  });
  const deeds = {
    "the token": () => parent.localStorage.getItem("gueridon.token"),
    "own storage": () => localStorage.length,
    "own cookies": () => document.cookie,
    "the page": () => parent.document.title,
    "the window above": () => top.document.title,
    "what holds the frame": () => frameElement.ownerDocument.title,
    "the API": () => fetch(here + "graphql", { method: "POST", body: query }).then((said) => said.text()),
    "the API, unread": () => fetch(here + "graphql?query={__typename}", { mode: "no-cors" }),
    "a socket": () => new Promise((done, failed) => {
      const socket = new WebSocket(here.replace("http", "ws") + "graphql", "graphql-transport-ws");
      Object.assign(socket, { onopen: () => done("open"), onerror: () => failed(new Error("no")) });
    }),
    "events": () => new Promise((done, failed) => {
      const events = new EventSource(here + "graphql/stream?query={__typename}");
      Object.assign(events, { onopen: () => done("open"), onerror: () => failed(new Error("no")) });
    }),
    "a picture": () => loads("img", { src: here + "icon.svg?secret" }),
    "a script": () => loads("script", { src: here + "games/abyss.js" }),
    "a style": () => loads("link", { rel: "stylesheet", href: here + "style.css" }),
    "a module": () => import(here + "games/abyss.js"),
    "a module of data": () => import("data:text/javascript,export default 1"),
    "code": () => new Function("return 1")(),
    "a worker": () => new Promise((done, failed) => {
      const worker = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"])));
      Object.assign(worker, { onmessage: () => done("works"), onerror: () => failed(new Error("no")) });
    }),
    "a window": () => { if (open(here) === null) throw new Error("no"); },
    "the address": () => { top.location.href = here + "credits"; },
    "a connection to another browser": () => new RTCPeerConnection(),
  };
  customElements.define("gueridon-allegeance", class extends HTMLElement {
    async connectedCallback() {
      const tried = {};
      for (const [name, deed] of Object.entries(deeds)) {
        try { tried[name] = "done: " + await deed(); } catch (error) { tried[name] = "refused"; }
      }
      // Nobody can be kept from these, but they send no request.
      for (const rel of ["preconnect", "dns-prefetch"]) {
        document.head.append(Object.assign(document.createElement("link"), { rel, href: ELSEWHERE }));
      }
      // Nothing of this is said to the page by the port that it listens to.
      for (const kind of ["ready", "play", "failed"]) parent.postMessage({ kind, steps: [{}], why: "" }, "*");
      const result = document.createElement("pre");
      result.textContent = JSON.stringify(tried);
      this.append(result);
      for (const [name, to] of [["leave", here + "credits"], ["go elsewhere", ELSEWHERE]]) {
        const leave = document.createElement("button");
        leave.textContent = name;
        leave.onclick = () => { location.href = to + "?secret"; };
        this.append(leave);
      }
    }
  });
  export const names = Object.keys(deeds);
`;

/** A board that does badly what it is told. */
const BAD = `
  // The port of the frame is known to whoever sends through it.
  let port = null;
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (...said) {
    port = this;
    post.apply(this, said);
  };
  customElements.define("gueridon-astoria", class extends HTMLElement {
    connectedCallback() {
      const deeds = {
        throw: () => { throw new Error("thrown"); },
        reject: () => { void Promise.reject(new Error("rejected")); },
        hang: () => { for (;;); },
        talk: () => { for (let said = 0; said < 1000; said += 1) post.call(port, { kind: "pong" }); },
      };
      for (const [name, deed] of Object.entries(deeds)) {
        const button = document.createElement("button");
        // After the click, so that whoever clicks has an answer before the frame is gone.
        Object.assign(button, { textContent: name, onclick: () => setTimeout(deed, 200) });
        this.append(button);
      }
    }
  });
`;

/** Another server, and what it was asked for. */
interface Elsewhere {
  readonly url: string;
  readonly asked: (string | undefined)[];
}

const test = base.extend<object, { isolating: Server; elsewhere: Elsewhere }>({
  elsewhere: [
    async ({}, use) => {
      const asked: (string | undefined)[] = [];
      const server = createServer(({ url }, response) => {
        asked.push(url);
        response.end("elsewhere");
      });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      await use({ url: `http://127.0.0.1:${port}/`, asked });
      server.close();
      server.closeAllConnections();
    },
    { scope: "worker" },
  ],
  isolating: [
    async ({ elsewhere }, use) => {
      const hostile = `const ELSEWHERE = ${JSON.stringify(elsewhere.url)};\n${HOSTILE}`;
      const boards = { allegeance: hostile, astoria: BAD };
      const server = await Server.start({ isolates: true, boards });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

/** What the element with the focus is called, through the shadow trees of the frame. */
async function focused(element: Locator): Promise<string> {
  return await element.evaluate((table) => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at === table ? "table" : (at?.id ?? "");
  });
}

const WINDOWS = [
  { width: 1280, hasTouch: false, language: "EN", colours: "light" },
  { width: 360, hasTouch: true, language: "FR", colours: "dark" },
] as const;

for (const [number, seen] of WINDOWS.entries()) {
  const what = `Abyss is played on its own board in a frame, ${seen.width} pixels wide`;
  test(what, longIf(!seen.hasTouch), async ({ people, isolating }) => {
    const api = new Api(isolating.url);
    const as = await api.guest("Ada");
    const ada = await people.come({ ...seen, as, at: isolating.url, hasFrames: true });
    const { page } = ada;
    const table = await api.begin([as], "abyss", { bots: 1 });
    await trackComposed(ada);
    await ada.goTo(`/tables/${table}`);
    const board = gameElement(ada);
    await expect(board).toHaveJSProperty("localName", "gueridon-abyss");
    await expect(page.locator("gueridon-framed iframe")).toHaveAttribute(
      "sandbox",
      "allow-scripts",
    );
    const [text, scheme] = await board.evaluate(() => [
      document.documentElement.lang,
      matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
    ]);
    expect([text, scheme]).toEqual([seen.language.toLowerCase(), seen.colours]);

    const random = new Random(number + 1);
    await playByClicking([ada], random, 15);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page, `framed, ${seen.width}`);

    // The skip link leads into the frame, and the keyboard goes on there.
    await whoseTurn([ada]);
    await page.locator("a.skip").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(board)).toBe("moves");
    await expect(board.locator("#moves")).toBeInViewport();
    const { seq } = await boardState(ada);
    expect(await playOnce(ada, random)).toBeGreaterThan(seq);

    // What the visitor chooses on the page reaches the frame.
    await expectSettings(ada, board);
  });
}

/** Chooses another language and other colours on the page, and looks for them in the frame. */
async function expectSettings({ page, language, said }: Person, board: Locator): Promise<void> {
  const other = language === "EN" ? "FR" : "EN";
  const display = page.getByText(said("preferences.display"), { exact: true });
  await display.scrollIntoViewIfNeeded();
  await drawn(page);
  await display.click();
  await page.getByLabel(said("preferences.theme")).selectOption("light");
  await expect
    .poll(() => board.evaluate(() => document.documentElement.style.colorScheme))
    .toBe("light");
  await page.getByLabel(said("preferences.language")).selectOption(other);
  await expect
    .poll(() => board.evaluate(() => document.documentElement.lang))
    .toBe(other.toLowerCase());
}

test("a hostile board gets nothing, and is gone when it leaves", async ({
  browser,
  isolating,
  elsewhere,
}) => {
  const api = new Api(isolating.url);
  const ada = await api.guest("Ada");
  const table = await api.begin([ada], "allegeance", { bots: 1 });
  const storage = [{ name: "gueridon.token", value: ada.token }];
  const context = await browser.newContext({
    baseURL: isolating.url,
    locale: "en-GB",
    storageState: { cookies: [], origins: [{ origin: isolating.url, localStorage: storage }] },
  });
  const page = await context.newPage();
  const before = await api.table(table, ada);
  await page.goto(`/tables/${table}`);
  const frame = page.frameLocator("gueridon-framed iframe");
  const result = frame.locator("pre");
  await expect(result).toBeVisible();
  const tried = JSON.parse((await result.textContent()) ?? "") as Record<string, string>;
  expect(Object.keys(tried)).toHaveLength(20);
  expect(Object.entries(tried).filter(([, came]) => came !== "refused")).toEqual([]);
  expect(new URL(page.url()).pathname).toBe(`/tables/${table}`);
  expect((await api.table(table, ada)).seq).toBe(before.seq);

  for (const name of ["leave", "go elsewhere"]) {
    await page.goto(`/tables/${table}`);
    await frame.getByRole("button", { name }).click();
    await expect(page.locator("gueridon-generic"), name).toBeVisible();
    await expect(page.getByText("has crashed or stopped responding"), name).toBeVisible();
    await expect(page.locator("iframe"), name).toHaveCount(0);
  }
  expect(elsewhere.asked).toEqual([]);
  await context.close();
});

test("a board that throws, talks too much or hangs makes room for the plain one", async ({
  browser,
  isolating,
}) => {
  const api = new Api(isolating.url);
  const ada = await api.guest("Ada");
  const table = await api.begin([ada], "astoria", { bots: 1 });
  const context = await browser.newContext({ baseURL: isolating.url, locale: "en-GB" });
  for (const deed of ["throw", "reject", "talk", "hang"]) {
    const page = await context.newPage();
    await page.goto(`/tables/${table}`);
    const button = page.frameLocator("gueridon-framed iframe").getByRole("button", { name: deed });
    await button.dispatchEvent("click");
    await expect(page.locator("gueridon-generic"), deed).toBeVisible();
    await expect(page.getByText("has crashed or stopped responding"), deed).toBeVisible();
    await page.close();
  }
  await context.close();
});

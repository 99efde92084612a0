// What must never happen in a browser, whatever a test is about.
import type { BrowserContext, Page } from "@playwright/test";

/** How a browser is watched. */
export interface Watch {
  /** The only host that it may ask. */
  readonly host: string;
  /** Whether the test has cut the line: then connections may break. */
  readonly mayBreak: () => boolean;
}

const BROKEN = /net::ERR_|WebSocket connection to/;

/**
 * Watches every page of a browser.
 * @returns what was wrong so far: errors on the console, uncaught ones, requests that failed or went
 *   to another host, violations of the content policy.
 */
export async function watch(context: BrowserContext, { host, mayBreak }: Watch): Promise<string[]> {
  const troubles: string[] = [];
  const asked = (url: string) => {
    const { protocol, host: other } = new URL(url);
    if (/^(http|ws)s?:$/.test(protocol) && other !== host) troubles.push(`asks ${url}`);
  };
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`against the policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  const follow = (page: Page) => {
    page.on("websocket", (socket) => {
      asked(socket.url());
    });
  };
  context.on("page", follow);
  context.on("request", (request) => {
    asked(request.url());
  });
  context.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // Who goes on to another page no longer wants what the last one has asked for.
    if (why === "net::ERR_ABORTED" || mayBreak()) return;
    troubles.push(`${request.method()} ${request.url()} failed: ${why}`);
  });
  context.on("console", (message) => {
    if (message.type() !== "error" || (mayBreak() && BROKEN.test(message.text()))) return;
    troubles.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => {
    troubles.push(`uncaught: ${error.error().stack ?? error.error().message}`);
  });
  return troubles;
}

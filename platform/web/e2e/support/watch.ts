// Errors that no browser may have in any test.
import type { BrowserContext, Page } from "@playwright/test";

/** How a browser is watched. */
export interface Watch {
  /** The only host that it may send requests to. */
  readonly host: string;
  /** Whether connections may break, because the test has cut them. */
  readonly mayBreak: () => boolean;
}

const BROKEN = /net::ERR_|WebSocket connection to/;

/**
 * Watches every page of a browser.
 * @returns a list that grows: errors on the console, uncaught errors, requests that failed or went
 *   to another host, violations of the content security policy.
 */
export async function watch(context: BrowserContext, { host, mayBreak }: Watch): Promise<string[]> {
  const errors: string[] = [];
  const asked = (url: string) => {
    const { protocol, host: other } = new URL(url);
    if (/^(http|ws)s?:$/.test(protocol) && other !== host) errors.push(`asks ${url}`);
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
    // Leaving a page aborts its requests.
    if (why === "net::ERR_ABORTED" || mayBreak()) return;
    errors.push(`${request.method()} ${request.url()} failed: ${why}`);
  });
  context.on("console", (message) => {
    if (message.type() !== "error" || (mayBreak() && BROKEN.test(message.text()))) return;
    errors.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => {
    errors.push(`uncaught: ${error.error().stack ?? error.error().message}`);
  });
  return errors;
}

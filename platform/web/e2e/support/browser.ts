// The browser of the tests: the Chromium of the system, which asks nobody on the network for anything.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where they may be found, best first: the one that has no windows does less beside the page. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** The programs of a name, in the order of the search path. */
function found(name: string): readonly string[] {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).filter((path) => existsSync(path));
}

/**
 * What CHROMIUM names, or a Chromium of the system.
 * @throws where there is none.
 */
function browser(): string {
  const named = process.env["CHROMIUM"];
  if (named?.includes("/")) return named;
  const [path] = (named ? [named] : NAMES).flatMap((name) => found(name));
  if (path === undefined) throw new Error(`there is no ${named ?? NAMES.join(", no ")}`);
  return path;
}

/** How it is started. */
export const launchOptions = {
  executablePath: browser(),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

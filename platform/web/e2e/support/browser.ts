// The browser of the tests: the Chromium of the system, without any requests of its own.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The names of the programs, best first: the headless shell does the least besides the page. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** The programs with a name, in the order of PATH. */
function found(name: string): readonly string[] {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).filter((path) => existsSync(path));
}

/**
 * The browser that CHROMIUM names, or a Chromium of the system.
 * @throws if there is none.
 */
function browser(): string {
  const named = process.env["CHROMIUM"];
  if (named?.includes("/")) return named;
  const [path] = (named ? [named] : NAMES).flatMap((name) => found(name));
  if (path === undefined) throw new Error(`there is no ${named ?? NAMES.join(", no ")}`);
  return path;
}

/** Options to start it with. */
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

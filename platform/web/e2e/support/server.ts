// The server of the tests: the binary and modules of this build, in a temporary folder.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

/** The repository. */
export const ROOT = resolve(import.meta.dirname, "../../../..");
const PAGE = join(ROOT, "platform/web/dist");

const ANY_PORT = "127.0.0.1:0";

/** The games that are played in the tests. */
export const GAMES = ["abyss", "allegeance", "astoria"] as const;
/** The id of one of them. */
export type GameId = (typeof GAMES)[number];

interface LogLine {
  readonly level: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A running server. */
export class Server {
  /** Its address. */
  readonly url: string;
  #process: ChildProcess;
  readonly #folder: string;
  readonly #log: string[];

  private constructor(url: string, process: ChildProcess, folder: string, log: string[]) {
    this.url = url;
    this.#process = process;
    this.#folder = folder;
    this.#log = log;
  }

  /** Starts a server with an empty journal. */
  static async start({
    hasPage = true,
    smtp = "",
    isolates = false,
    boards = {},
    others = {},
  }: {
    readonly hasPage?: boolean;
    /** The mail server. */
    readonly smtp?: string;
    /** Whether modules are called in processes of their own. */
    readonly isolates?: boolean;
    /** Other boards than those that the games bring, as the text of their modules. */
    readonly boards?: Partial<Record<GameId, string>>;
    /** The files of other modules, by name. */
    readonly others?: Readonly<Record<string, string>>;
  } = {}): Promise<Server> {
    const folder = mkdtempSync(join(tmpdir(), "gueridon-e2e-"));
    const modules = join(folder, "modules");
    mkdirSync(modules);
    for (const id of GAMES) {
      copyFileSync(moduleFile(id), join(modules, `${id}.so`));
      const element = join(ROOT, "games", id, "web/dist", `${id}.js`);
      const board = boards[id];
      if (board !== undefined) writeFileSync(join(modules, `${id}.js`), board);
      else if (existsSync(element)) copyFileSync(element, join(modules, `${id}.js`));
      copyFileSync(join(ROOT, "games", id, "learning.json"), join(modules, `${id}.learning.json`));
    }
    for (const [name, file] of Object.entries(others)) {
      copyFileSync(file, join(modules, `${name}.so`));
    }
    const flags = {
      "--log": "json",
      "--listen": ANY_PORT,
      "--journal": `sqlite:${join(folder, "gueridon.db")}`,
      "--modules": modules,
      "--page": hasPage ? PAGE : join(folder, "none"),
      "--bot-pause": "1",
      "--guests-per-hour": "0",
      // Tests play whole games over the API, for people who open the page right afterwards.
      "--budget": "20000",
      ...(smtp && {
        "--smtp": smtp,
        "--mail-from": "games@example.org",
        "--public-url": "https://games.example.org",
      }),
    };
    const log: string[] = [];
    const isolation = isolates ? ["--isolate"] : [];
    const words = [...Object.entries(flags).flat(), ...isolation];
    const command = [binary(), "serve", ...words];
    const { child, url } = await serve(command, log);
    return new Server(url, child, folder, log);
  }

  /** Gives a registered player a role, by the command line. */
  setRole(name: string, role: "moderator" | "operator"): void {
    this.#administer("role", name, role);
  }

  /** Makes a token to reset the password of a registered player, by the command line. */
  resetToken(name: string): string {
    return this.#administer("reset", name).split("\n")[0] ?? "";
  }

  #administer(...args: readonly string[]): string {
    const journal = `sqlite:${join(this.#folder, "gueridon.db")}`;
    return execFileSync(this.#process.spawnfile, ["admin", "--journal", journal, ...args], {
      encoding: "utf8",
      stdio: "pipe",
    });
  }

  /** The number of lines in its log. */
  get logged(): number {
    return this.#log.length;
  }

  /** The errors and panics in its log, from a line on. */
  faults(from: number): readonly string[] {
    return this.#log
      .slice(from)
      .filter((line) => (parsed(line)?.level ?? "ERROR") === "ERROR" || line.includes("panicked"));
  }

  /** Kills it without warning, and starts it again at the same address. */
  async killAndRestart(): Promise<void> {
    await this.#end("SIGKILL");
    const { host } = new URL(this.url);
    const command = this.#process.spawnargs.map((word) => (word === ANY_PORT ? host : word));
    this.#process = (await serve(command, this.#log)).child;
  }

  /** Stops it, and removes its folder. */
  async stop(): Promise<void> {
    const code = await this.#end("SIGTERM");
    rmSync(this.#folder, { recursive: true });
    if (code !== 0) throw new Error(`the server ended with ${code}`);
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.#process.once("exit", resolve));
    this.#process.kill(signal);
    return ended;
  }
}

/** The server's program. */
export function binary(): string {
  return join(targetDirectory(), "debug/gueridon");
}

/** The file of a module in Rust: with the dependencies of its tests, where every build puts it. */
export function moduleFile(name: string): string {
  return join(targetDirectory(), "debug/deps", `lib${name}.so`);
}

/** Starts a server, and waits until its log has the address. */
async function serve(
  [program = "", ...words]: readonly string[],
  log: string[],
): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(program, words, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, GUERIDON_LOG: "info" },
  });
  const url = await new Promise<string>((found, failed) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      log.push(line);
      const address = parsed(line)?.fields["address"];
      if (typeof address === "string") found(`http://${address}`);
    });
    child.on("error", failed);
    child.on("exit", (code) => {
      failed(new Error(`the server ended with ${code}:\n${log.join("\n")}`));
    });
  });
  return { child, url };
}

/** A parsed line of the log; null for other output, such as a panic. */
function parsed(line: string): LogLine | null {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return null;
  }
}

function targetDirectory(): string {
  const named = process.env["CARGO_TARGET_DIR"];
  if (named) return resolve(ROOT, named);
  const metadata = execFileSync("cargo", ["metadata", "--format-version", "1", "--no-deps"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return (JSON.parse(metadata) as { target_directory: string }).target_directory;
}

// Guéridon and other servers, one after the other in the same minutes and several rounds of it, on
// the loopback: `make compare`, or `node compare/run.mjs ROUNDS`. Prints medians and ratios as tables.
import { execFile, spawn } from "node:child_process";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const here = import.meta.dirname;
const root = resolve(here, "..");
const run = promisify(execFile);

/** How long a server may take to start, and a client to measure, in milliseconds. */
const START = 20_000;
const MEASURE = 120_000;

/** Reads the lines of JSON among what a program printed. */
function figuresIn(printed) {
  const lines = printed.split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line));
}

/** A port on which nobody listens. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Starts a peer's server; resolves when it has said that it is ready. */
async function start(folder, file, port) {
  const options = { cwd: folder, stdio: ["ignore", "pipe", "inherit"] };
  const env = { ...process.env, NODE_ENV: "production", DOTENV_CONFIG_QUIET: "true" };
  const server = spawn(process.execPath, [file, String(port)], { ...options, env });
  const ready = new Promise((resolveReady, reject) => {
    const late = setTimeout(() => reject(new Error(`${folder} does not start`)), START);
    server.once("exit", () => reject(new Error(`${folder} has ended at its start`)));
    createInterface(server.stdout).on("line", (line) => {
      if (line !== "READY") return;
      clearTimeout(late);
      resolveReady();
    });
  });
  await ready.catch((error) => {
    server.kill("SIGKILL");
    throw error;
  });
  return server;
}

/** A server of Node in a folder of this one, and the client that measures it. */
function peer(name, folder, server, client) {
  const place = join(here, folder);
  return {
    name,
    measure: async (...how) => {
      const port = await freePort();
      const running = await start(place, server, port);
      try {
        const measured = [client, String(port), String(running.pid), ...how.map(String)];
        const options = { cwd: place, timeout: MEASURE };
        return figuresIn((await run(process.execPath, measured, options)).stdout);
      } finally {
        const ended = new Promise((done) => running.once("exit", done));
        running.kill("SIGKILL");
        await ended;
      }
    },
  };
}

/** The load test of this repository, which starts and stops the release build itself. */
function ours(name) {
  return {
    name,
    isOurs: true,
    measure: async (...how) => {
      const bench = ["bench", "--quiet", "-p", "gueridon", "--bench", "load", "--", "--json"];
      const options = { cwd: root, timeout: MEASURE };
      const cargo = process.env.CARGO ?? "cargo";
      return figuresIn((await run(cargo, [...bench, ...how.map(String)], options)).stdout);
    },
  };
}

const gueridon = ours("Guéridon");
const tricks = ours("Guéridon, tricks");
const abyss = ours("Guéridon, Abyss");
const boardgame = peer("boardgame.io 0.50", "boardgame-io", "server.cjs", "client.mjs");
const colyseus = peer("Colyseus 0.17", "colyseus", "server.cjs", "client.cjs");
const mercurius = peer("Mercurius 16, JIT", "mercurius", "server.mjs", "client.mjs");

const MOVES = [1, 50, 200].map((tables) => ({
  title: `Moves at ${tables} ${tables === 1 ? "table" : "tables"} of two, each told to both before the next`,
  parts: [
    { of: tricks, how: ["tricks", tables] },
    { of: abyss, how: ["loop", tables] },
    { of: colyseus, how: [tables] },
    { of: boardgame, how: [tables] },
  ],
}));

const COMPARED = [
  ...MOVES,
  {
    title: "Queries over 32 kept HTTP connections",
    parts: [
      { of: gueridon, how: ["views"] },
      { of: mercurius, how: [] },
    ],
  },
  {
    title: "Updates to 2,000 subscribers",
    parts: [{ of: gueridon, how: ["fan-out"] }],
  },
];

function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A row of a table: medians with the least and the most, and the ratio of each of these to it. */
function row(name, figures, compared) {
  const whole = (number) => Math.round(number).toLocaleString("en");
  const all = (key) => figures.map((figure) => figure[key]);
  const span = (key) => {
    const [least, most] = [Math.min(...all(key)), Math.max(...all(key))];
    return `${whole(median(all(key)))} (${whole(least)}–${whole(most)})`;
  };
  const ratio = (key) => {
    const own = median(all(key));
    const to = (others) => median(others.map((figure) => figure[key])) / own;
    return compared.map((others) => to(others).toFixed(2)).join(", ");
  };
  const ms = (key) => median(all(key)).toFixed(1);
  const times = figures[0].p99 ? [ms("p50"), ms("p99")] : ["", ""];
  return [
    name,
    span("perSecond"),
    ratio("perSecond"),
    span("perCpuSecond"),
    ratio("perCpuSecond"),
    ...times,
  ];
}

const HEADS = ["", "a second", "ours to it", "a CPU-second", "ours to it", "p50 ms", "p99 ms"];

function table(title, rows) {
  const lines = [HEADS, HEADS.map((_, column) => (column === 0 ? "---" : "---:")), ...rows];
  console.log(`\n${title}\n`);
  for (const cells of lines) console.log(`| ${cells.join(" | ")} |`);
}

const rounds = Number(process.argv[2] ?? 3);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error("say how many rounds: a whole number of 1 or more");
  process.exit(2);
}
/** For each table and what is measured in it, the figures of every round. */
const found = new Map();
const steps = rounds * COMPARED.flatMap(({ parts }) => parts).length;
let done = 0;
for (let round = 0; round < rounds; round += 1) {
  for (const { title, parts } of COMPARED) {
    for (const { of, how } of parts) {
      process.stderr.write(`\r${(done += 1)} of ${steps}: ${of.name}`.padEnd(40));
      for (const [place, figure] of (await of.measure(...how)).entries()) {
        const measured = found.get(title) ?? new Map();
        found.set(title, measured);
        // Not by its words: the size of a view differs from round to round.
        const key = `${of.name} ${place}`;
        const name = `${of.name}: ${figure.what}`;
        const { isOurs = false } = of;
        const kept = measured.get(key) ?? { name, isOurs, place, figures: [] };
        kept.figures.push(figure);
        measured.set(key, kept);
      }
    }
  }
}
process.stderr.write("\n");
for (const [title, measured] of found) {
  const all = [...measured.values()];
  // Where there is no peer, the first of ours is compared with the others.
  const isAlone = all.every(({ isOurs }) => isOurs);
  const own = isAlone ? all.slice(0, 1) : all.filter(({ isOurs }) => isOurs);
  table(
    title,
    all.map((one) => {
      const beside = own.filter(({ place }) => isAlone || place === one.place);
      const compared = own.includes(one) ? [] : beside.map(({ figures }) => figures);
      return row(one.name, one.figures, compared);
    }),
  );
}

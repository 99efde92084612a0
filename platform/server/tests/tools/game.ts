// The loop of docs/client-developer.md over the code that a tool has generated, from a guest's
// sign-in to the result of the game.

/** A legal move, which can be sent back as it came. */
export interface Choice {
  move: unknown;
  words: string;
}

export interface Look {
  seat: number | null;
  toAct: number[] | null;
  since: number | null;
  moves: Choice[] | null;
  result: { seats: { seat: number; rank: number; points: number }[] } | null;
}

export interface Update {
  seq: number;
  entry: { told: { words: string }[] } | null;
  table: Look | null;
}

/** The documents of the page, with their results unwrapped; refusals are thrown. */
export interface Server {
  games(): Promise<string[]>;
  signIn(): Promise<string>;
  openTable(): Promise<string>;
  sit(table: string): Promise<void>;
  seatBot(table: string): Promise<void>;
  start(table: string): Promise<void>;
  follow(table: string, after: number): AsyncIterable<Update>;
  play(table: string, since: number, key: string, step: unknown): Promise<number>;
}

/** How long a whole game may take. */
const PATIENCE_MS = 240_000;

/** A refusal as an error. */
export function refused(answer: unknown): Error {
  return new Error(`not done: ${JSON.stringify(answer)}`);
}

/** Plays a game on the server whose address is this program's argument. */
export async function playGame(connect: (base: string, token: string | null) => Server) {
  const timer = setTimeout(() => {
    console.error("the game has no end");
    process.exit(1);
  }, PATIENCE_MS);
  const base = process.argv[2];
  if (!base) throw new Error("usage: URL");
  const server = connect(base, await connect(base, null).signIn());
  if (!(await server.games()).includes("abyss")) throw new Error("the server has no Abyss");
  const table = await server.openTable();
  await server.sit(table);
  await server.seatBot(table);
  await server.start(table);
  const report = await follow(server, table);
  clearTimeout(timer);
  console.log(JSON.stringify(report));
  process.exit(0);
}

async function follow(server: Server, table: string) {
  const report = { plays: 0, words: 0, seats: 0 };
  let answered: number | null = null;
  let last: Look | null = null;
  for await (const update of server.follow(table, 0)) {
    report.words += update.entry?.told.length ?? 0;
    const now = update.table;
    if (!now) continue;
    last = now;
    const choice = now.moves?.[update.seq % now.moves.length];
    if (!choice || now.since === null || now.since === answered) continue;
    await server.play(table, now.since, `since-${now.since}`, choice.move);
    answered = now.since;
    report.plays += 1;
  }
  report.seats = last?.result?.seats.length ?? 0;
  return report;
}

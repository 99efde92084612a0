// Plays a whole game over Guéridon's API, against bots, and prints what happens:
//
//   npm ci && npm run generate && npm run build -w @gueridon/example-client
//   npm start -w @gueridon/example-client -- http://127.0.0.1:8080 abyss
//
// It takes any legal step, so it plays badly; everything else is as in a real client: a guest's
// token, a table, one subscription that resumes after a lost connection, and a key for each
// question, with which a play is sent again if there is no answer.
//
// `generate` makes the types of ../play.graphql with this repository's own script; ../README.md
// says how to do that elsewhere.
import {
  FollowDocument,
  GamesDocument,
  OpenTableDocument,
  PlayDocument,
  SeatBotDocument,
  SignInDocument,
  SitDocument,
  StartDocument,
  type FollowSubscription,
  type Move,
  type Options,
  type RefusalCode,
} from "./api/generated.ts";
import { Patience } from "./patience.ts";
import { Server } from "./server.ts";

interface Refused {
  __typename: "Refused";
  code: RefusalCode;
  message: string;
}
type Table = NonNullable<FollowSubscription["table"]["table"]>;
type Result = NonNullable<Table["result"]>;

/** Refusals of a play whose question is over: the next update has the new state. */
const TOO_LATE: readonly RefusalCode[] = [
  "STALE",
  "NOT_YOUR_TURN",
  "TIME_UP",
  "RESIGNED",
  "TABLE_OVER",
  "TABLE_CLOSED",
];

const [url, game] = process.argv.slice(2);
try {
  if (!url || !game) throw new Error("usage: URL GAME, such as http://127.0.0.1:8080 abyss");
  await run(url, game);
} catch (failed) {
  console.error((failed as Error).message);
  process.exitCode = 1;
}

async function run(url: string, game: string): Promise<void> {
  const { signIn } = await new Server(url, null).ask(SignInDocument, { name: "Ada" });
  const server = new Server(url, done(signIn).token);
  const table = await start(server, game);
  console.log(`table ${table}`);
  const result = await follow(server, table);
  for (const { rank, seat, points } of result.seats) {
    console.log(`rank ${rank}: seat ${seat}, ${points} points`);
  }
}

/** Opens a table of the game, sits down, seats bots, and starts. @returns its id. */
async function start(server: Server, game: string): Promise<string> {
  const { games } = await server.ask(GamesDocument, {});
  const found = games.find((one) => one.id === game);
  const seats = found?.seats[0];
  if (!found || !seats) throw new Error("the server has no such game");
  // `Game.options` are the default options. `openTable` has no key: each request opens a table.
  const options = found.options as Options;
  const { openTable } = await server.ask(OpenTableDocument, { options, seats });
  const table = done(openTable).table?.id;
  if (!table) throw new Error("no table");
  done((await server.ask(SitDocument, { table })).sit);
  for (let seat = 1; seat < seats; seat += 1) {
    done((await server.ask(SeatBotDocument, { table, seat })).seatBot);
  }
  done((await server.ask(StartDocument, { table })).start);
  return table;
}

/** Follows the table from its first entry to its end, and plays when it is asked. */
async function follow(server: Server, table: string): Promise<Result> {
  let after = 0;
  let answered: number | null = null;
  let result: Result | null = null;
  const patience = new Patience();
  for (;;) {
    try {
      for await (const { table: update } of server.listen(FollowDocument, { table, after })) {
        patience.renew();
        after = update.seq;
        for (const { words } of update.entry?.told ?? []) console.log(`  ${words}`);
        // Of several missed entries only the last comes with the table.
        if (update.table === null) continue;
        const now = update.table;
        result = now.result;
        // Any step; a better player would look at the view.
        const choice = now.moves?.[after % now.moves.length];
        // Several updates can have the same question, which is answered once. Awaited, so that
        // there is one play at a time.
        if (choice && now.since !== null && now.since !== answered) {
          const isSettled = await play(server, table, now.since, choice.move as Move);
          if (isSettled) answered = now.since;
        }
      }
      // The subscription is complete: the table is over or closed.
      if (!result) throw new Error("the table was closed before the game was over");
      return result;
    } catch (failed) {
      await patience.wait(failed);
    }
  }
}

/**
 * Answers a question, and sends the same play again until there is an answer.
 *
 * @returns whether the question is settled; it is not while the game is paused.
 */
async function play(server: Server, table: string, since: number, move: Move): Promise<boolean> {
  // `since` changes with every question, so that the key is unique for the question and the same
  // for every try.
  const key = `since-${since}`;
  const patience = new Patience();
  for (;;) {
    try {
      const { play } = await server.ask(PlayDocument, { table, since, key, steps: [move] });
      if (play && isRefused(play)) {
        if (TOO_LATE.includes(play.code)) return true;
        if (play.code === "PAUSED") return false;
      }
      done(play);
      return true;
    } catch (failed) {
      await patience.wait(failed);
    }
  }
}

/** The result of a mutation. @throws the message of a refusal. */
function done<Done extends { __typename: string }>(result: Done | Refused | null): Done {
  if (!result) throw new Error("an answer without a result");
  if (isRefused(result)) throw new Error(result.message);
  return result;
}

function isRefused(result: { __typename: string }): result is Refused {
  return result.__typename === "Refused";
}

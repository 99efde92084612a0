// Plays a whole game over Guéridon's API, against bots, and says what happens:
//
//   npm ci && npm run generate && npm run build -w @gueridon/example-client
//   npm start -w @gueridon/example-client -- http://127.0.0.1:8080 abyss
//
// It takes any step that is open, so it plays badly; everything else is as in a real client: a
// guest's token, a table, one subscription that is taken up again where it broke, and a key for
// each question, under which a play is sent again when no answer came.
//
// `generate` makes types of ../play.graphql with this repository's own script; ../README.md says how
// a client elsewhere has them made.
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

/** The question is no longer there: the next update says how it stands. */
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

/** Opens a table of the game, sits down, seats bots beside, and starts. */
async function start(server: Server, game: string): Promise<string> {
  const { games } = await server.ask(GamesDocument, {});
  const found = games.find((one) => one.id === game);
  const seats = found?.seats[0];
  if (!found || !seats) throw new Error("the server has no such game");
  // `Game.options` is ready to be sent; once, since each time opens another table.
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

/** Listens to the table from its first entry to its end, and plays when it is asked. */
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
        // An entry that was missed: the last of them brings the table.
        if (update.table === null) continue;
        const now = update.table;
        result = now.result;
        // Any of them; a better player would look at the view.
        const choice = now.moves?.[after % now.moves.length];
        // Several updates can have the same question: it is answered once. Awaited, so that there
        // is one play at a time.
        if (choice && now.since !== null && now.since !== answered) {
          const isSettled = await play(server, table, now.since, choice.move as Move);
          if (isSettled) answered = now.since;
        }
      }
      // The stream is complete: there will be no more.
      if (!result) throw new Error("the table was closed before the game was over");
      return result;
    } catch (failed) {
      await patience.wait(failed);
    }
  }
}

/**
 * Answers a question, and says the same again as long as no answer comes.
 *
 * @returns whether the question is settled; after a pause it stands again.
 */
async function play(server: Server, table: string, since: number, move: Move): Promise<boolean> {
  // `since` changes with every question and every play: such a key is new for each question, and
  // the same however often that question is answered.
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

/** What was done. @throws the words of a refusal. */
function done<Done extends { __typename: string }>(result: Done | Refused | null): Done {
  if (!result) throw new Error("an answer without a result");
  if (isRefused(result)) throw new Error(result.message);
  return result;
}

function isRefused(result: { __typename: string }): result is Refused {
  return result.__typename === "Refused";
}

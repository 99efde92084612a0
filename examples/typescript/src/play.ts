// Plays a whole game over Guéridon's API, against bots, and says what happens:
//
//   npm start -- http://127.0.0.1:8080 abyss
//
// It takes any step that is open, so it plays badly; everything else is as in a real client: a
// guest's token, a table, one subscription that is taken up again where it broke, and a key for
// each play, which is sent again when no answer came.
import { setTimeout } from "node:timers/promises";
import {
  FollowDocument,
  GamesDocument,
  OpenTableDocument,
  PlayDocument,
  SeatBotDocument,
  SignInDocument,
  SitDocument,
  StartDocument,
  type Move,
  type Options,
} from "./api/generated.ts";
import { Server } from "./server.ts";

/** How often something is sent again before it is given up. */
const TRIES = 20;

const [url, game] = process.argv.slice(2);
if (url === undefined || game === undefined) {
  throw new Error("usage: npm start -- URL GAME, such as http://127.0.0.1:8080 abyss");
}
const anybody = new Server(url);
const { signIn } = await anybody.ask(SignInDocument, { name: "Ada" });
if (signIn?.__typename !== "SignedIn") throw new Error(`not signed in: ${JSON.stringify(signIn)}`);
const server = anybody.as(signIn.token);
await follow(await start(game));
await server.close();

/** Opens a table of the game, sits down, seats bots beside, and starts. */
async function start(id: string): Promise<string> {
  const { games } = await server.ask(GamesDocument, {});
  const found = games.find((one) => one.id === id);
  const seats = found?.seats[0];
  if (!found || seats === undefined) throw new Error("the server has no such game");
  // `Game.options` is ready to be sent.
  const options = found.options as Options;
  const { openTable } = await server.ask(OpenTableDocument, { options, seats });
  if (openTable?.__typename !== "TableChanged" || !openTable.table) {
    throw new Error(`no table: ${JSON.stringify(openTable)}`);
  }
  const table = openTable.table.id;
  done((await server.ask(SitDocument, { table })).sit);
  for (let seat = 1; seat < seats; seat += 1) {
    done((await server.ask(SeatBotDocument, { table, seat })).seatBot);
  }
  done((await server.ask(StartDocument, { table })).start);
  console.log(`table ${table}`);
  return table;
}

function done(result: { __typename: string } | null): void {
  if (result?.__typename !== "TableChanged") throw new Error(JSON.stringify(result));
}

/** Listens to the table from its first entry to its result, and plays when it is asked. */
async function follow(table: string): Promise<void> {
  let after = 0;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    try {
      for await (const { table: update } of server.listen(FollowDocument, { table, after })) {
        after = update.seq;
        for (const { words } of update.entry?.told ?? []) console.log(`  ${words}`);
        const { since, moves, result } = update.table;
        if (result) {
          for (const { rank, seat, points } of result.seats) {
            console.log(`rank ${rank}: seat ${seat}, ${points} points`);
          }
          return;
        }
        // Any of them; a better player would look at the view.
        const choice = moves?.[after % moves.length];
        if (choice && since !== null) await play(table, since, choice.move);
      }
    } catch (failed) {
      // A closed socket is not an `Error`; what is wrong with this program is.
      if (failed instanceof Error) throw failed;
      console.error(`the connection is lost after entry ${after}: listening again`);
    }
    await setTimeout(500);
  }
  throw new Error("the connection was lost too often");
}

/** Plays one step; under the same key as long as no answer comes. */
async function play(table: string, since: number, move: unknown): Promise<void> {
  const key = `since-${since}`;
  // A legal move is ready to be sent.
  const steps = [move as Move];
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    try {
      const answer = await server.ask(PlayDocument, { table, since, key, steps });
      // Where it was refused, somebody was faster: the next update tells how things stand.
      if (answer.play) return;
    } catch {
      // No answer says nothing about whether it was played.
    }
    await setTimeout(500);
  }
  throw new Error("no answer to a play");
}

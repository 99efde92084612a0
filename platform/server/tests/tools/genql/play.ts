// Plays through the client that genql generates, with the page's documents as selections.
import { playGame, refused, type Server } from "../game.ts";
import { listen } from "../transport.ts";
import { createClient, generateSubscriptionOp, type Move, type SubscriptionResult } from "./api/index.ts";

const why = { code: true, message: true };

const update = {
  seq: true,
  entry: { told: { words: true, event: { __typename: true } } },
  table: {
    seat: true,
    status: true,
    toAct: true,
    since: true,
    prompt: true,
    view: { toAct: true },
    moves: { move: true, words: true },
    result: { seats: { seat: true, rank: true, points: true } },
  },
} as const;

function connect(base: string, token: string | null): Server {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const client = createClient({ url: `${base}/graphql`, headers });
  return {
    async games() {
      const { games } = await client.query({ games: { id: true, title: true, seats: true, options: true } });
      return games.map(({ id }) => id);
    },
    async signIn() {
      const asked = { __args: { name: "Ada" }, on_SignedIn: { token: true }, on_Refused: why };
      const { signIn } = await client.mutation({ signIn: asked });
      if (signIn && "token" in signIn) return signIn.token;
      throw refused(signIn);
    },
    async openTable() {
      const { openTable } = await client.mutation({
        openTable: {
          __args: { options: { abyss: {} }, seats: 2 },
          on_TableChanged: { table: { id: true } },
          on_Refused: why,
        },
      });
      if (openTable && "table" in openTable && openTable.table) return openTable.table.id;
      throw refused(openTable);
    },
    async sit(table) {
      const asked = { __args: { table }, on_TableChanged: { table: { seat: true } }, on_Refused: why };
      const { sit } = await client.mutation({ sit: asked });
      if (!sit || "code" in sit) throw refused(sit);
    },
    async seatBot(table) {
      const asked = { __args: { table, seat: 1 }, ok: true, on_Refused: why };
      const { seatBot } = await client.mutation({ seatBot: asked });
      if (!seatBot || "code" in seatBot) throw refused(seatBot);
    },
    async start(table) {
      const asked = { __args: { table }, ok: true, on_Refused: why };
      const { start } = await client.mutation({ start: asked });
      if (!start || "code" in start) throw refused(start);
    },
    async *follow(id, after) {
      const asked = { table: { __args: { id, after }, ...update } };
      for await (const data of listen(base, token, generateSubscriptionOp(asked))) {
        yield (data as SubscriptionResult<typeof asked>).table;
      }
    },
    async play(table, since, key, step) {
      const { play } = await client.mutation({
        play: {
          __args: { table, since, key, steps: [step as Move] },
          on_Played: { seq: true },
          on_Refused: why,
        },
      });
      if (play && "seq" in play) return play.seq;
      throw refused(play);
    },
  };
}

void playGame(connect);

// Plays through the same documents, written in TypeScript for gql.tada.
import type { ResultOf, TadaDocumentNode, VariablesOf } from "gql.tada";
import { print } from "graphql";
import { playGame, refused, type Server } from "../game.ts";
import { ask, listen } from "../transport.ts";
import * as documents from "./documents.ts";

type Move = VariablesOf<typeof documents.Play>["steps"][number];

function connect(base: string, token: string | null): Server {
  const run = async <Data, Variables extends Record<string, unknown>>(
    document: TadaDocumentNode<Data, Variables>,
    variables: Variables,
  ) => (await ask(base, token, { query: print(document), variables })) as Data;
  return {
    async games() {
      return (await run(documents.Games, {})).games.map(({ id }) => id);
    },
    async signIn() {
      const { signIn } = await run(documents.SignIn, {});
      if (signIn && "token" in signIn) return signIn.token;
      throw refused(signIn);
    },
    async openTable() {
      const { openTable } = await run(documents.OpenTable, {});
      if (openTable && "table" in openTable && openTable.table) return openTable.table.id;
      throw refused(openTable);
    },
    async sit(table) {
      const { sit } = await run(documents.Sit, { table });
      if (!sit || "code" in sit) throw refused(sit);
    },
    async seatBot(table) {
      const { seatBot } = await run(documents.SeatBot, { table });
      if (!seatBot || "code" in seatBot) throw refused(seatBot);
    },
    async start(table) {
      const { start } = await run(documents.Start, { table });
      if (!start || "code" in start) throw refused(start);
    },
    async *follow(table, after) {
      const operation = { query: print(documents.Follow), variables: { table, after } };
      for await (const data of listen(base, token, operation)) {
        yield (data as ResultOf<typeof documents.Follow>).table;
      }
    },
    async play(table, since, key, step) {
      const { play } = await run(documents.Play, { table, since, key, steps: [step as Move] });
      if (play && "seq" in play) return play.seq;
      throw refused(play);
    },
  };
}

await playGame(connect);

// Plays through what graphql-codegen generates from the page's documents, with the settings of
// examples/README.md.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { print } from "graphql";
import { playGame, refused, type Server } from "../game.ts";
import { ask, listen } from "../transport.ts";
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
} from "./src/api/generated.ts";

function connect(base: string, token: string | null): Server {
  const run = async <Data, Variables extends Record<string, unknown>>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ) => (await ask(base, token, { query: print(document), variables })) as Data;
  return {
    async games() {
      return (await run(GamesDocument, {})).games.map(({ id }) => id);
    },
    async signIn() {
      const { signIn } = await run(SignInDocument, {});
      if (signIn && "token" in signIn) return signIn.token;
      throw refused(signIn);
    },
    async openTable() {
      const { openTable } = await run(OpenTableDocument, {});
      if (openTable && "table" in openTable && openTable.table) return openTable.table.id;
      throw refused(openTable);
    },
    async sit(table) {
      const { sit } = await run(SitDocument, { table });
      if (!sit || "code" in sit) throw refused(sit);
    },
    async seatBot(table) {
      const { seatBot } = await run(SeatBotDocument, { table });
      if (!seatBot || "code" in seatBot) throw refused(seatBot);
    },
    async start(table) {
      const { start } = await run(StartDocument, { table });
      if (!start || "code" in start) throw refused(start);
    },
    async *follow(table, after) {
      const operation = { query: print(FollowDocument), variables: { table, after } };
      for await (const data of listen(base, token, operation)) {
        yield (data as ReturnType<NonNullable<(typeof FollowDocument)["__apiType"]>>).table;
      }
    },
    async play(table, since, key, step) {
      const { play } = await run(PlayDocument, { table, since, key, steps: [step as Move] });
      if (play && "seq" in play) return play.seq;
      throw refused(play);
    },
  };
}

await playGame(connect);

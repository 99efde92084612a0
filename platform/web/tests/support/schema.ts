// The server's schema, built from its files, for introspection.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  buildASTSchema,
  buildSchema,
  concatAST,
  graphqlSync,
  parse,
  type GraphQLSchema,
} from "graphql";
import type { SendDocument } from "../../src/games/introspection.ts";

const FOLDER = join(import.meta.dirname, "../../../../schema");

/** The schema of a server with our three games. */
export const SERVED: GraphQLSchema = buildASTSchema(
  concatAST(
    readdirSync(FOLDER)
      .filter((name) => name.endsWith(".graphql"))
      .map((name) => parse(readFileSync(join(FOLDER, name), "utf8"))),
  ),
);

/** The schema of a server with a game of this SDL, whose id is `odd`. */
export function servedWith(sdl: string): GraphQLSchema {
  return buildSchema(`
    type Query { table: Table }
    type Table { view: View }
    interface View { toAct: [Int!]! }
    input Options { odd: OddOptions }
    input OddOptions { draft: Boolean }
    ${sdl}
  `);
}

/** Answers introspection documents from a schema. */
export function askedOf(schema: GraphQLSchema): SendDocument {
  return (source) => {
    const { data, errors } = graphqlSync({ schema, source });
    return errors ? Promise.reject(new Error(String(errors))) : Promise.resolve(data ?? {});
  };
}

// Generates TypeScript types for a schema and operations with graphql-codegen, and prints its
// warnings.
import { codegen } from "@graphql-codegen/core";
import * as typescript from "@graphql-codegen/typescript";
import * as operations from "@graphql-codegen/typescript-operations";
import { buildSchema, parse, validate, validateSchema } from "graphql";

const warnings = [];
for (const name of ["warn", "error"]) {
  console[name] = (...words) => warnings.push(words.join(" "));
}
process.on("warning", (warning) => warnings.push(warning.message));

const sdl = await (await fetch(process.argv[2])).text();
const schema = buildSchema(sdl);
const document = parse(`
  fragment Place on Seat { number toAct player { id name } }
  fragment Why on Refused { code gameCode rule step message(language: FR) }
  fragment Side on AbyssPlayer { seat pearls hand { card count } monsterTokens { token } }
  fragment Standing on Table {
    id status stoppedReason options openedAt startedAt seq since toAct prompt
    seats { ...Place }
    moves { move words }
    view { __typename toAct ... on AbyssView { question players { ...Side } } ... on SealedView { prize } }
    score { isFinal seats { rank points lines { line points } } }
  }
  query Look($id: ID!) { table(id: $id) { ...Standing } }
  query Foresee($id: ID!, $steps: [Move!]!) {
    preview(table: $id, steps: $steps) { ok ... on Previewed { uncertain moves { move } } ...Why }
  }
  mutation Play($id: ID!, $since: Int!, $key: ID!, $steps: [Move!]!) {
    play(table: $id, since: $since, key: $key, steps: $steps) {
      ok ... on Played { seq table { ...Standing } } ...Why
    }
  }
  subscription Follow($id: ID!, $after: Int!) {
    table(id: $id, after: $after) {
      seq
      entry { seq at told { words event { __typename seat ... on AbyssStackTaken { race cards { card } } } } }
      table { ...Standing }
    }
  }
`);
warnings.push(...validateSchema(schema).map((error) => error.message));
warnings.push(...validate(schema, document).map((error) => error.message));
const types = await codegen({
  filename: "schema.ts",
  schema: parse(sdl),
  documents: [{ location: "operations.graphql", document }],
  config: { scalars: { JSON: "any", Time: "string" } },
  plugins: [{ typescript: {} }, { operations: {} }],
  pluginMap: { typescript, operations },
});
process.stdout.write(JSON.stringify({ types, warnings }) + "\n");

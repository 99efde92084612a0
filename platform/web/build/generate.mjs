// Generates TypeScript types from schema/*.graphql and, if given, from the documents of a folder:
//   node generate.mjs OUTPUT [DOCUMENTS]
import { codegen } from "@graphql-codegen/core";
import * as typescript from "@graphql-codegen/typescript";
import * as operations from "@graphql-codegen/typescript-operations";
import * as typedDocuments from "@graphql-codegen/typed-document-node";
import { buildASTSchema, concatAST, parse, validate } from "graphql";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const [output, folder] = process.argv.slice(2);
const root = join(import.meta.dirname, "../../..");
const read = (place) =>
  readdirSync(place)
    .filter((name) => name.endsWith(".graphql"))
    .sort()
    .map((name) => ({ location: name, document: parse(readFileSync(join(place, name), "utf8")) }));

const schema = concatAST(read(join(root, "schema")).map(({ document }) => document));
const documents = folder ? read(folder) : [];
const faults = validate(
  buildASTSchema(schema),
  concatAST(documents.map(({ document }) => document)),
);
if (documents.length > 0 && faults.length > 0) {
  throw new Error(faults.map((fault) => fault.message).join("\n"));
}

const plugins =
  documents.length > 0 ? [{ operations: {} }, { typedDocuments: {} }] : [{ typescript: {} }];
const text = await codegen({
  filename: output,
  schema,
  documents,
  config: {
    scalars: { ID: "string", JSON: "unknown", Time: "string" },
    strictScalars: true,
    enumsAsTypes: true,
    useTypeImports: true,
    skipTypename: documents.length > 0,
    nonOptionalTypename: documents.length === 0,
    avoidOptionals: { field: true, object: true },
  },
  plugins,
  pluginMap: { typescript, operations, typedDocuments },
});
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, `// Made by build/generate.mjs. Not to be edited.\n${text}`);

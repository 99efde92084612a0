// The selection of every field of a game's view, from the schema.
import { buildASTSchema, concatAST, getNamedType, isObjectType, parse } from "graphql";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../../schema");
const documents = readdirSync(folder)
  .filter((name) => name.endsWith(".graphql"))
  .map((name) => parse(readFileSync(join(folder, name), "utf8")));
const schema = buildASTSchema(concatAST(documents));

function fields(type) {
  const named = getNamedType(type);
  if (!isObjectType(named)) return "";
  const each = Object.values(named.getFields()).map(
    (field) => `${field.name}${fields(field.type)}`,
  );
  return ` { __typename ${each.join(" ")} }`;
}

/** The fragment `... on SealedView { … }` for the name of a view. */
export function selectionOf(view) {
  return `... on ${view}${fields(schema.getType(view))}`;
}

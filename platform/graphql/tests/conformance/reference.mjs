// Answers each line of stdin, a JSON case, with a line: what graphql-js says to it.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { buildSchema, execute, parse, validate } from "graphql";

const schema = buildSchema(readFileSync(process.argv[2], "utf8"));

// A field that is asked in a language is read in that language.
function fieldResolver(source, args, context, info) {
  if (info.fieldName === "echo") return args;
  const value = source[info.fieldName];
  const isSpoken =
    "language" in args && value !== null && typeof value === "object" && args.language in value;
  return isSpoken ? value[args.language] : value;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { document, data, variables } = JSON.parse(line);
  process.stdout.write(JSON.stringify(answer(document, data, variables)) + "\n");
}

function answer(text, data, variableValues) {
  let document;
  try {
    document = parse(text);
  } catch (error) {
    return { refused: error.message };
  }
  const invalid = validate(schema, document);
  if (invalid.length > 0) return { refused: invalid[0].message };
  const result = execute({
    schema,
    document,
    variableValues,
    rootValue: data,
    fieldResolver,
  });
  if (!("data" in result)) return { refused: result.errors[0].message };
  const paths = (result.errors ?? []).map((error) => error.path);
  return { data: JSON.stringify(result.data), paths };
}

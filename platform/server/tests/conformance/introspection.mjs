// Compares a server's introspection with that of graphql-js for the same schema.
import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  introspectionFromSchema,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
} from "graphql";
import assert from "node:assert/strict";

const base = process.argv[2];
const options = {
  descriptions: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
};
const response = await fetch(`${base}/graphql`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ query: getIntrospectionQuery(options) }),
});
const { data, errors } = await response.json();
assert.equal(errors, undefined, JSON.stringify(errors));
const sdl = await (await fetch(`${base}/schema.graphql`)).text();
const theirs = JSON.parse(JSON.stringify(introspectionFromSchema(buildSchema(sdl), options)));

const print = (introspection) => printSchema(lexicographicSortSchema(buildClientSchema(introspection)));
assert.equal(print(data), print(theirs));

const own = (introspection) =>
  introspection.__schema.types
    .filter(({ name }) => !name.startsWith("__") && !isSpecifiedScalarType({ name }))
    .map(sorted)
    .sort((a, b) => a.name.localeCompare(b.name));
const sorted = (type) => ({
  ...type,
  possibleTypes: type.possibleTypes?.toSorted((a, b) => a.name.localeCompare(b.name)) ?? null,
});
assert.deepEqual(own(data), own(theirs));

const directives = (introspection) =>
  introspection.__schema.directives
    .map(({ name, args, isRepeatable, locations }) => ({
      name,
      isRepeatable,
      // Directives on directives are only in a draft of the specification.
      locations: locations.filter((name) => name !== "DIRECTIVE_DEFINITION").sort(),
      args: args.map(({ name, type, defaultValue }) => ({ name, type, defaultValue })),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
assert.deepEqual(directives(data), directives(theirs));
process.stdout.write(JSON.stringify({ types: own(data).length }) + "\n");

// Copies the documents of docs/client-developer.md to where each tool looks for them:
// node documents.mjs PAGE
import { readFileSync, writeFileSync } from "node:fs";
import { parse, print } from "graphql";

const page = readFileSync(process.argv[2], "utf8");
const blocks = [...page.matchAll(/```graphql\n([^]*?)```/g)].map(([, text]) => text);
const text = blocks.find((block) => block.includes("query Games"));
const { definitions } = parse(text);
const fragments = definitions.filter(({ kind }) => kind === "FragmentDefinition");
const operations = definitions.filter(({ kind }) => kind === "OperationDefinition");
writeFileSync("play.graphql", text);

const usesFragment = (operation) => print(operation).includes("...Why");
const tada = operations.map((operation) => {
  const used = usesFragment(operation) ? ", [Why]" : "";
  return `export const ${operation.name.value} = graphql(\`${print(operation)}\`${used});`;
});
const [why] = fragments.map((fragment) => print(fragment).replace(" {", " @_unmask {"));
writeFileSync(
  "gql-tada/documents.ts",
  `import { graphql } from "./graphql.ts";\nconst Why = graphql(\`${why}\`);\n${tada.join("\n")}\n`,
);

// Relay requires names that begin with the file's and end with the kind of operation.
const kinds = { query: "Query", mutation: "Mutation", subscription: "Subscription" };
const relay = operations.map((operation) => {
  const { value } = operation.name;
  const name = `documents${value}${kinds[operation.operation]}`;
  const renamed = print(operation)
    .replace(value, name)
    .replaceAll("...Why", "...documentsWhy @relay(mask: false)");
  return `export const ${value} = graphql\`${renamed}\`;`;
});
const renamed = print(fragments[0]).replace("Why", "documentsWhy");
writeFileSync(
  "relay/documents.ts",
  `import { graphql } from "relay-runtime";\ngraphql\`${renamed}\`;\n${relay.join("\n")}\n`,
);

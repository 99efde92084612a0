// Drives urql's client against a server, with its defaults: queries by GET, subscriptions by fetch.
import assert from "node:assert/strict";
import { Client, fetchExchange, gql } from "@urql/core";

const [, , base, token, table] = process.argv;
const asked = [];
const client = (more = {}) =>
  new Client({
    url: `${base}/graphql`,
    exchanges: [fetchExchange],
    fetch: (url, options) => {
      asked.push(options.method);
      return fetch(url, options);
    },
    fetchOptions: { headers: { authorization: `Bearer ${token}` } },
    ...more,
  });

for (const preferGetMethod of [undefined, true, "force", false]) {
  asked.length = 0;
  const { data, error } = await client({ preferGetMethod }).query(gql`query A($id: ID!) { me { name } game(id: $id) { id } }`, {
    id: "sealed",
  });
  assert.equal(error, undefined);
  assert.deepEqual(data, { me: { name: "Ada" }, game: { id: "sealed" } });
  if (preferGetMethod) assert.deepEqual(asked, ["GET"]);
}
asked.length = 0;
const sat = await client({ preferGetMethod: true }).mutation(gql`mutation($id: ID!) { sit(table: $id) { ok } }`, { id: table });
assert.equal(sat.error, undefined);
assert.deepEqual(asked, ["POST"]);

const listening = client({ fetchSubscriptions: true, preferGetMethod: true });
const heard = await new Promise((resolve, reject) => {
  const document = gql`subscription($id: ID!) { table(id: $id) { seq table { status } } }`;
  listening.subscription(document, { id: table }).subscribe(({ data, error }) => (error ? reject(error) : resolve(data)));
});
assert.deepEqual(heard, { table: { seq: 0, table: { status: "OPEN" } } });
process.stdout.write(JSON.stringify({ heard: true }) + "\n");
process.exit(0);

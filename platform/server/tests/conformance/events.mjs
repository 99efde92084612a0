// Drives the graphql-sse client against a server.
import assert from "node:assert/strict";
import { createClient } from "graphql-sse";

const [, , base, token, table] = process.argv;
const listen = `subscription($id: ID!) { table(id: $id) { seq table { seats { player { name } } } } }`;
const headers = { authorization: `Bearer ${token}` };

async function once(client, payload) {
  const answers = [];
  for await (const answer of client.iterate(payload)) answers.push(answer);
  assert.equal(answers.length, 1);
  return answers[0];
}

const code = ({ errors }) => errors[0].extensions.code;

const tests = {};
for (const path of ["/graphql", "/graphql/stream"]) {
  const client = (more = {}) => createClient({ url: base + path, headers, retryAttempts: 0, ...more });
  Object.assign(tests, {
    async [`${path}: a question is answered once and completed`]() {
      assert.deepEqual(await once(client(), { query: "{ me { name } }" }), { data: { me: { name: "Ada" } } });
    },
    async [`${path}: a document that is refused is told in an event, and completed`]() {
      assert.equal(code(await once(client(), { query: "{ nothing }" })), "BAD_INPUT");
      const missing = await once(client(), { query: listen, variables: { id: "nowhere" } });
      assert.equal(code(missing), "NOT_FOUND");
    },
    async [`${path}: a token that is nobody's is refused`]() {
      const nobody = client({ headers: { authorization: "Bearer nobody" } });
      await assert.rejects(once(nobody, { query: "{ me { name } }" }), ({ response }) => response.status === 401);
    },
    async [`${path}: a subscription tells of changes until the client ends it`]() {
      const updates = client().iterate({ query: listen, variables: { id: table } });
      const { value: standing } = await updates.next();
      const name = ({ data }) => data.table.table.seats[0].player?.name ?? null;
      const was = name(standing);
      const query = `mutation($id: ID!) { ${was ? "leave" : "sit"}(table: $id) { ok } }`;
      await once(client(), { query, variables: { id: table } });
      const { value } = await updates.next();
      assert.equal(name(value), was ? null : "Ada");
      assert.equal((await updates.return()).done, true);
    },
  });
}

const failed = [];
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
  } catch (error) {
    failed.push(`${name}: ${error?.stack ?? JSON.stringify(error)}`);
  }
}
process.stdout.write(JSON.stringify({ tests: Object.keys(tests).length, failed }) + "\n");
process.exit(0);

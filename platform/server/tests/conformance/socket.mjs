// Drives the graphql-ws client against a server.
import assert from "node:assert/strict";
import { CloseCode, createClient } from "graphql-ws";
import WebSocket from "ws";

const [, , base, token, table] = process.argv;
const url = `${base}/graphql`;
const listen = `subscription($id: ID!) { table(id: $id) { seq table { seats { player { name } } } } }`;

function client(more = {}) {
  return createClient({ url, webSocketImpl: WebSocket, retryAttempts: 0, ...more });
}

async function once(client, payload) {
  const answers = [];
  for await (const answer of client.iterate(payload)) answers.push(answer);
  assert.equal(answers.length, 1);
  return answers[0];
}

const tests = {
  async "a question is answered once and completed"() {
    const one = client();
    assert.deepEqual(await once(one, { query: "{ me { name } }" }), { data: { me: null } });
    await one.dispose();
  },
  async "the token in connectionParams says who is there"() {
    const one = client({ connectionParams: { token } });
    assert.deepEqual(await once(one, { query: "{ me { name } }" }), { data: { me: { name: "Ada" } } });
    await one.dispose();
  },
  async "a token that is nobody's closes the socket as forbidden"() {
    const one = client({ connectionParams: { token: "nobody" } });
    await assert.rejects(once(one, { query: "{ me { name } }" }), { code: CloseCode.Forbidden });
  },
  async "a document that is refused ends its operation alone"() {
    const one = client({ lazy: false });
    await assert.rejects(once(one, { query: "{ nothing }" }), (errors) => {
      assert.equal(errors[0].extensions.code, "BAD_INPUT");
      return true;
    });
    assert.deepEqual(await once(one, { query: "{ me { name } }" }), { data: { me: null } });
    await one.dispose();
  },
  async "many operations share one socket"() {
    let sockets = 0;
    const one = client({ on: { connected: () => sockets++ } });
    const names = ["a", "b", "c", "d", "e"];
    const answers = await Promise.all(
      names.map((name) => once(one, { query: `{ ${name}: __typename }` })),
    );
    assert.deepEqual(answers.map(({ data }) => Object.keys(data)[0]), names);
    assert.equal(sockets, 1);
    await one.dispose();
  },
  async "variables, operationName and extensions are taken"() {
    const one = client();
    const answer = await once(one, {
      query: "query A($id: ID!) { game(id: $id) { id } } query B { me { name } }",
      operationName: "A",
      variables: { id: "sealed" },
      extensions: { any: "thing" },
    });
    assert.deepEqual(answer, { data: { game: { id: "sealed" } } });
    await one.dispose();
  },
  async "a subscription tells of changes until the client completes it"() {
    const listener = client({ connectionParams: { token } });
    const doer = client({ connectionParams: { token } });
    const updates = listener.iterate({ query: listen, variables: { id: table } });
    const { value: standing } = await updates.next();
    assert.equal(standing.data.table.table.seats[0].player, null);
    await once(doer, {
      query: "mutation($id: ID!) { sit(table: $id, seat: 0) { ok } }",
      variables: { id: table },
    });
    const { value } = await updates.next();
    assert.equal(value.data.table.table.seats[0].player.name, "Ada");
    assert.equal((await updates.return()).done, true);
    await listener.dispose();
    await doer.dispose();
  },
  async "a ping is answered"() {
    const pong = new Promise((resolve, reject) => {
      const one = client({
        lazy: false,
        keepAlive: 50,
        on: { error: reject, pong: () => resolve(one) },
      });
    });
    await (await pong).dispose();
  },
  async "a close is answered, so that both sides know of the end"() {
    const socket = new WebSocket(url, "graphql-transport-ws");
    await new Promise((resolve) => socket.on("open", resolve));
    const code = new Promise((resolve) => socket.on("close", resolve));
    socket.close(1000);
    assert.equal(await code, 1000);
  },
  async "another protocol is refused"() {
    const socket = new WebSocket(url, "graphql-ws");
    const code = await new Promise((resolve) => {
      socket.on("close", resolve);
      socket.on("error", () => resolve("refused"));
    });
    assert.ok(code === "refused" || code === CloseCode.SubprotocolNotAcceptable, String(code));
  },
};

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

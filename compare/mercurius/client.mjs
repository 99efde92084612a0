// Asks Mercurius over 32 kept connections: `node client.mjs PORT SERVER_PID`.
import { Client } from "undici";
import { Measurement } from "../measure.mjs";

const [port, pid] = process.argv.slice(2).map(Number);
const CONNECTIONS = 32;
const DOCUMENTS = {
  hello: "{ hello }",
  "a view": `{ match(id: "1") { id version phase current
    seats { id name won handSize } hand { id suit rank } trick { id suit rank } } }`,
};

for (const [what, query] of Object.entries(DOCUMENTS)) {
  const measured = new Measurement();
  const body = JSON.stringify({ query });
  let isOver = false;
  const asking = Array.from({ length: CONNECTIONS }, async () => {
    const client = new Client(`http://127.0.0.1:${port}`);
    const headers = { "content-type": "application/json" };
    while (!isOver) {
      const began = performance.now();
      const answer = await client.request({
        path: "/graphql",
        method: "POST",
        headers,
        body,
      });
      await answer.body.text();
      measured.note(performance.now() - began);
    }
    await client.close();
  });
  await measured.run(pid, what, { warmUp: 1, seconds: 5 });
  isOver = true;
  await Promise.all(asking);
}

// Runs the loop of docs/client-developer.md as it stands there, and prints a line for each thing it
// shows.
import { readFile } from "node:fs/promises";
import { createClient, TerminatedCloseEvent } from "graphql-ws";
import WebSocket from "ws";

const [, , page, url, token, id] = process.argv;
const blocks = [...(await readFile(page, "utf8")).matchAll(/```ts\n([^]*?)```/g)];
const [[, sample]] = blocks.filter(([, text]) => text.includes("createClient"));
const query = `subscription($id: ID!, $after: Int!) {
  table(id: $id, after: $after) { seq entry { seq } table { status } }
}`;
const show = (update) => console.log(JSON.stringify(update));

globalThis.WebSocket ??= WebSocket;
const AsyncFunction = (async () => {}).constructor;
const given = { createClient, TerminatedCloseEvent, url, token, id, query, show };
try {
  await new AsyncFunction(...Object.keys(given), sample)(...Object.values(given));
} catch (failed) {
  console.log(JSON.stringify({ failed: failed.code ?? failed[0]?.extensions.code ?? String(failed) }));
}

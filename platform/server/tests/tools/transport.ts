// Requests over HTTP and subscriptions over a WebSocket, for tools without a transport.
import { createClient } from "graphql-ws";
import WebSocket from "ws";

interface Operation {
  query: string;
  variables?: Record<string, unknown>;
}

/** Runs a query or mutation. */
export async function ask(base: string, token: string | null, operation: Operation): Promise<unknown> {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (token !== null) headers.authorization = `Bearer ${token}`;
  const request = { method: "POST", headers, body: JSON.stringify(operation) };
  const answer = (await (await fetch(`${base}/graphql`, request)).json()) as {
    data?: unknown;
    errors?: unknown;
  };
  if (answer.errors) throw new Error(`${JSON.stringify(answer.errors)}\n${operation.query}`);
  return answer.data;
}

/** A socket for subscriptions. */
export function socket(base: string, token: string | null) {
  const url = `${base.replace(/^http/, "ws")}/graphql`;
  return createClient({ url, connectionParams: { token }, webSocketImpl: WebSocket });
}

/** Subscribes until the operation is complete. */
export async function* listen(base: string, token: string | null, operation: Operation) {
  for await (const { data, errors } of socket(base, token).iterate(operation)) {
    if (errors) throw new Error(JSON.stringify(errors));
    yield data as unknown;
  }
}

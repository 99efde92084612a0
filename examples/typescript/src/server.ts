// The connection to the server: documents over HTTP, subscriptions over a WebSocket.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { print, type FormattedExecutionResult, type GraphQLFormattedError } from "graphql";
import { createClient, TerminatedCloseEvent } from "graphql-ws";
import WebSocket from "ws";
import { Lost } from "./patience.ts";

/** The time limit for an answer: a little longer than the server's own. */
const ANSWER_MS = 15_000;
/** The interval of pings, and the time limit for a pong. */
const PING_MS = 10_000;

/** A server, with the token for its requests. */
export class Server {
  readonly #url: string;
  readonly #token: string | null;

  /** The server at `url`, such as http://127.0.0.1:8080. */
  constructor(url: string, token: string | null) {
    this.#url = `${url.replace(/\/$/, "")}/graphql`;
    this.#token = token;
  }

  /** Sends a query or a mutation. @throws Lost if there is no answer. */
  async ask<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data> {
    const headers: Record<string, string> = { "content-type": "application/json" };
    if (this.#token !== null) headers.authorization = `Bearer ${this.#token}`;
    const body = JSON.stringify({ query: print(document), variables });
    const signal = AbortSignal.timeout(ANSWER_MS);
    const [status, text] = await fetch(this.#url, { method: "POST", headers, body, signal })
      .then(async (answer) => [answer.status, await answer.text()] as const)
      .catch(() => Promise.reject(new Lost(`no answer from ${this.#url}`)));
    // The answer of a proxy while the server is away.
    if (status >= 502 && status <= 504) throw new Lost(`no answer: ${status}`);
    return whole(this.#parsed<Data>(text));
  }

  #parsed<Data>(text: string): FormattedExecutionResult<Data, unknown> {
    try {
      return JSON.parse(text) as FormattedExecutionResult<Data, unknown>;
    } catch {
      throw new Error(`no Guéridon at ${this.#url}`);
    }
  }

  /** Subscribes until the operation is complete. @throws Lost if the connection is lost. */
  async *listen<Data, Variables extends Record<string, unknown>>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): AsyncGenerator<Data> {
    let silence: NodeJS.Timeout | undefined;
    const isHeard = () => {
      clearTimeout(silence);
    };
    const client = createClient({
      url: this.#url.replace(/^http/, "ws"),
      webSocketImpl: WebSocket,
      connectionParams: { token: this.#token },
      // Callers resume after their last seq, which graphql-ws cannot know.
      retryAttempts: 0,
      keepAlive: PING_MS,
      on: {
        ping: (isReceived) => {
          if (isReceived) return;
          silence = setTimeout(() => {
            client.terminate();
          }, PING_MS);
        },
        pong: isHeard,
        closed: isHeard,
      },
    });
    const operation = { query: print(document), variables };
    try {
      for await (const update of client.iterate<Data>(operation)) yield whole(update);
    } catch (failed) {
      throw broken(failed);
    } finally {
      await client.dispose();
    }
  }
}

/** The data of an answer. @throws its errors, even if part of the data is there. */
function whole<Data>({ data, errors }: FormattedExecutionResult<Data, unknown>): Data {
  if (errors) throw faulty(errors);
  if (!data) throw new Error("an answer without data");
  return data;
}

function faulty(errors: readonly GraphQLFormattedError[]): Error {
  const message = errors.map((error) => error.message).join("; ");
  const code = errors[0]?.extensions?.code;
  return code === "RESUME" || code === "UNAVAILABLE" ? new Lost(message) : new Error(message);
}

/** The error of a subscription: GraphQL errors, an `Error`, or the close event of a socket. */
function broken(failed: unknown): Error {
  if (Array.isArray(failed)) return faulty(failed);
  if (failed instanceof TerminatedCloseEvent) return new Lost("the line is silent");
  if (failed instanceof Error) return failed;
  const { code = 0, reason } = failed as { code?: number; reason?: string };
  // The client made a mistake, such as an invalid token.
  if (code >= 4400 && code <= 4499) return new Error(`the server has hung up: ${code} ${reason}`);
  return new Lost("the line is lost");
}

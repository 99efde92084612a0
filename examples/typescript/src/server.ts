// The way to the server: documents over HTTP, and a subscription over a WebSocket.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { print, type FormattedExecutionResult, type GraphQLFormattedError } from "graphql";
import { createClient, TerminatedCloseEvent } from "graphql-ws";
import WebSocket from "ws";
import { Lost } from "./patience.ts";

/** How long an answer may take: a little longer than the server itself lets it take. */
const ANSWER_MS = 15_000;
/** After how long a line is asked whether it is still there, and how long that may take. */
const PING_MS = 10_000;

/** A server, and the token with which it is asked. */
export class Server {
  readonly #url: string;
  readonly #token: string | null;

  /** The server at `url`, such as http://127.0.0.1:8080. */
  constructor(url: string, token: string | null) {
    this.#url = `${url.replace(/\/$/, "")}/graphql`;
    this.#token = token;
  }

  /** Asks a document. @throws Lost where there is no answer. */
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
    // What a proxy answers, in words of its own, while the server is away.
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

  /** Listens until the operation is complete. @throws Lost where the line is lost. */
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
      // Whoever listens comes back with the last seq that they have, which graphql-ws cannot know.
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

/** What has come, where nothing is missing: a page would show the rest, this client needs it all. */
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

/** Why a stream broke: GraphQL errors, an `Error`, or the event of a socket. */
function broken(failed: unknown): Error {
  if (Array.isArray(failed)) return faulty(failed);
  if (failed instanceof TerminatedCloseEvent) return new Lost("the line is silent");
  if (failed instanceof Error) return failed;
  const { code = 0, reason } = failed as { code?: number; reason?: string };
  // The socket was used wrongly, such as with a token that is nobody's.
  if (code >= 4400 && code <= 4499) return new Error(`the server has hung up: ${code} ${reason}`);
  return new Lost("the line is lost");
}

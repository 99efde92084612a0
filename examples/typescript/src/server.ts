// The way to the server: documents over HTTP, and a subscription over a WebSocket.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { print } from "graphql";
import { createClient, type Client } from "graphql-ws";
import WebSocket from "ws";

interface Answer<Data> {
  data?: Data | null;
  errors?: readonly { message: string; extensions?: { code?: string } }[];
}

/** A server, and the token with which it is asked. */
export class Server {
  readonly #url: string;
  readonly #token: string | null;
  readonly #socket: Client;

  /** The server at `url`, such as http://127.0.0.1:8080. */
  constructor(url: string, token: string | null = null) {
    this.#url = url.replace(/\/$/, "");
    this.#token = token;
    this.#socket = createClient({
      url: `${this.#url.replace(/^http/, "ws")}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: token === null ? {} : { token },
      // Whoever listens comes back with the last seq that they have, which graphql-ws cannot know.
      retryAttempts: 0,
    });
  }

  /** The same server, asked as whoever the token says. */
  as(token: string): Server {
    return new Server(this.#url, token);
  }

  /** Asks a document. @throws where nothing was answered. */
  async ask<Data, Variables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data> {
    const headers: Record<string, string> = { "content-type": "application/json" };
    if (this.#token !== null) headers["authorization"] = `Bearer ${this.#token}`;
    const body = JSON.stringify({ query: print(document), variables });
    const answer = await fetch(`${this.#url}/graphql`, { method: "POST", headers, body });
    const { data, errors } = (await answer.json()) as Answer<Data>;
    if (data == null || errors) throw new Error(errors?.map((one) => one.message).join("; "));
    return data;
  }

  /** Listens, until the operation completes. @throws where it broke. */
  async *listen<Data, Variables extends Record<string, unknown>>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): AsyncGenerator<Data> {
    for await (const { data } of this.#socket.iterate<Data>({
      query: print(document),
      variables,
    })) {
      if (data) yield data;
    }
  }

  /** Ends the connection. */
  async close(): Promise<void> {
    await this.#socket.dispose();
  }
}

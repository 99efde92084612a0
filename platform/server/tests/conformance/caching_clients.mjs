// The two most used clients with a normalised cache, with their default settings, and `fetch`,
// which has no cache: all three with the same methods.
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, gql } from "@apollo/client";
import { GraphQLWsLink } from "@apollo/client/link/subscriptions";
import { OperationTypeNode } from "graphql";
import { Client, fetchExchange, subscriptionExchange } from "@urql/core";
import { cacheExchange } from "@urql/exchange-graphcache";
import { createClient } from "graphql-ws";
import WebSocket from "ws";

// A server may close a connection just as the next request is written to it. All requests here can
// be repeated: plays have a key.
const { fetch: fetchOnce } = globalThis;
globalThis.fetch = async (...request) => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await fetchOnce(...request);
    } catch (failed) {
      if (tries === 3) throw failed;
    }
  }
};

/** Runs requests without a cache. */
export async function ask(base, token, query, variables = {}) {
  const headers = { "content-type": "application/json", ...authorization(token) };
  const body = JSON.stringify({ query, variables });
  const answer = await (await fetch(`${base}/graphql`, { method: "POST", headers, body })).json();
  if (answer.errors) throw new Error(`${JSON.stringify(answer.errors)}\n${query}`);
  return answer.data;
}

function authorization(token) {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

function socket(base, token) {
  const url = `${base.replace("http", "ws")}/graphql`;
  const connectionParams = token === null ? {} : { token };
  return createClient({ url, connectionParams, webSocketImpl: WebSocket });
}

/** Apollo Client. */
export class Apollo {
  name = "Apollo";
  #client;
  #socket;

  constructor(base, token) {
    this.#socket = socket(base, token);
    const http = new HttpLink({ uri: `${base}/graphql`, headers: authorization(token) });
    const isSubscription = ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION;
    const link = ApolloLink.split(isSubscription, new GraphQLWsLink(this.#socket), http);
    this.#client = new ApolloClient({ link, cache: new InMemoryCache() });
  }

  /** Queries the server, and caches its answer. */
  async load(query, variables) {
    await this.#client.query({ query: gql(query), variables, fetchPolicy: "network-only" });
  }

  /** Queries as a page does: the server only if the cache does not have everything. */
  async ask(query, variables) {
    return (await this.#client.query({ query: gql(query), variables })).data;
  }

  /** The cache's answer; null if it does not have everything. */
  read(query, variables) {
    return this.#client.readQuery({ query: gql(query), variables });
  }

  async mutate(mutation, variables) {
    return (await this.#client.mutate({ mutation: gql(mutation), variables })).data;
  }

  listen(query, variables, hear) {
    const updates = this.#client.subscribe({ query: gql(query), variables });
    updates.subscribe({ next: ({ data, error }) => hear(data, error) });
  }

  async end() {
    this.#client.stop();
    await this.#socket.dispose();
  }
}

/** For Graphcache: that the types without an id have none on purpose. */
function withoutKeys({ __schema }) {
  const objects = __schema.types.filter(({ kind }) => kind === "OBJECT");
  const isPlain = ({ fields }) => !fields.some(({ name }) => name === "id");
  return Object.fromEntries(objects.filter(isPlain).map(({ name }) => [name, () => null]));
}

/** urql with Graphcache: without settings, or with the given schema. */
export class Urql {
  name;
  /** Without a schema it guesses which of several fragments fit an object that has no id. */
  needsCommonFields;
  #client;
  #socket;

  constructor(base, token, schema) {
    this.name = schema ? "Graphcache with the schema" : "Graphcache";
    this.needsCommonFields = !schema;
    this.#socket = socket(base, token);
    const forwardSubscription = ({ query, variables }) => ({
      subscribe: (sink) => ({ unsubscribe: this.#socket.subscribe({ query, variables }, sink) }),
    });
    this.#client = new Client({
      url: `${base}/graphql`,
      fetchOptions: { headers: authorization(token) },
      exchanges: [
        cacheExchange(schema ? { schema, keys: withoutKeys(schema) } : {}),
        fetchExchange,
        subscriptionExchange({ forwardSubscription }),
      ],
    });
  }

  async load(query, variables) {
    const policy = { requestPolicy: "network-only" };
    const { error } = await this.#client.query(query, variables, policy).toPromise();
    if (error) throw error;
  }

  async ask(query, variables) {
    const { data, error } = await this.#client.query(query, variables).toPromise();
    if (error) throw error;
    return data;
  }

  read(query, variables) {
    const policy = { requestPolicy: "cache-only" };
    return this.#client.readQuery(query, variables, policy)?.data ?? null;
  }

  async mutate(mutation, variables) {
    const { data, error } = await this.#client.mutation(mutation, variables).toPromise();
    if (error) throw error;
    return data;
  }

  listen(query, variables, hear) {
    this.#client.subscription(query, variables).subscribe(({ data, error }) => hear(data, error));
  }

  async end() {
    await this.#socket.dispose();
  }
}

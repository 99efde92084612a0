// The API client: typed documents over HTTP, and one WebSocket for all subscriptions.
import { Client, fetchExchange, type CombinedError } from "@urql/core";
import { print } from "@0no-co/graphql.web";
import {
  TerminatedCloseEvent,
  createClient as createSocket,
  type Client as Socket,
} from "graphql-ws";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { $token, forgetToken } from "./token.ts";

/** A request that failed: it was wrong, the server could not answer, or it did not arrive. */
export class ApiError extends Error {
  /** A code of schema/platform.graphql, or UNREACHABLE if there was no answer. */
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The time limit for an answer, and for opening the socket, in milliseconds. */
const TIMEOUT_MS = 20_000;

/** The HTTP client and the socket for one token; another token gets new ones. */
interface Transport {
  readonly token: string | null;
  readonly http: Client;
  readonly socket: Socket;
}

let transport = transportWith($token.get());

$token.listen((token) => {
  // A socket that is being opened may still fail.
  Promise.resolve(transport.socket.dispose()).catch(() => undefined);
  transport = transportWith(token);
});

function transportWith(token: string | null): Transport {
  return { token, http: httpClient(token), socket: socketClient(token) };
}

function httpClient(token: string | null): Client {
  return new Client({
    url: "/graphql",
    preferGetMethod: false,
    requestPolicy: "network-only",
    exchanges: [fetchExchange],
    fetchOptions: token === null ? {} : { headers: { authorization: `Bearer ${token}` } },
    fetch: (input, { signal, ...init } = {}) => {
      const late = AbortSignal.timeout(TIMEOUT_MS);
      return fetch(input, { ...init, signal: signal ? AbortSignal.any([signal, late]) : late });
    },
  });
}

function socketClient(token: string | null): Socket {
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const within = (time: number) => {
    clearTimeout(deadline);
    deadline = setTimeout(() => {
      socket.terminate();
    }, time);
  };
  const met = () => {
    clearTimeout(deadline);
  };
  const socket = createSocket({
    url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/graphql`,
    connectionParams: token === null ? {} : { token },
    // connection.ts tries again: graphql-ws cannot know the last seq, after which to resume.
    retryAttempts: 0,
    keepAlive: 10_000,
    on: {
      connecting: () => {
        within(TIMEOUT_MS);
      },
      connected: met,
      // A pulled cable closes nothing: only a ping without a pong shows it.
      ping: (isFromServer) => {
        if (!isFromServer) within(5_000);
      },
      pong: met,
      closed: met,
    },
  });
  return socket;
}

/** The requests that are on their way. */
const onTheWay = new Set<Promise<unknown>>();

/** Set while `askAlone` runs: it resolves when that is over. */
let alone: Promise<void> | null = null;

/**
 * Sends a query or a mutation.
 * @throws {ApiError} when there is no answer, or no data in it. Fields that failed alone are null.
 */
export async function ask<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const { token } = transport;
  while (alone) await alone;
  // What was asked for one player is not asked for another.
  if (token !== transport.token) throw new ApiError("UNAUTHENTICATED", "");
  const answer = send(document, variables);
  onTheWay.add(answer);
  try {
    return await answer;
  } finally {
    onTheWay.delete(answer);
  }
}

/**
 * Calls `act` with an `ask` of its own when all requests that are on their way have been answered;
 * those that come meanwhile wait until it is over. So none is refused because `act` ends the token.
 */
export async function askAlone<T>(act: (ask: typeof send) => Promise<T>): Promise<T> {
  while (alone) await alone;
  const acted = Promise.allSettled(onTheWay).then(() => act(send));
  const over = () => {
    alone = null;
  };
  alone = acted.then(over, over);
  return await acted;
}

async function send<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const isMutation = document.definitions.some(
    (one) => "operation" in one && ["mutation"].includes(one.operation),
  );
  const { token, http } = transport;
  const { data, error } = await (isMutation
    ? http.mutation(document, variables)
    : http.query(document, variables));
  if (data != null && Object.values(data).some((value) => value !== null)) return data;
  if (error) throw requestError(error, token);
  // No error and no data: every field of the answer is null.
  return data as Data;
}

function requestError(error: CombinedError, token: string | null): ApiError {
  const [first] = error.graphQLErrors;
  const code = codeOf(first?.extensions, "UNREACHABLE");
  if (code === "UNAUTHENTICATED") forgetToken(token);
  return new ApiError(code, first?.message ?? error.message);
}

function codeOf(extensions: Record<string, unknown> | undefined, without = "INTERNAL"): string {
  const code = extensions?.["code"];
  return typeof code === "string" ? code : without;
}

/**
 * Subscribes, until the operation completes or fails, the caller leaves the loop, or `signal`
 * aborts, which counts as completion.
 * @throws {ApiError} with RESUME, UNAVAILABLE or UNREACHABLE if it should be tried again.
 */
export async function* listen<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): AsyncGenerator<Data> {
  if (signal?.aborted) return;
  const query = print(document);
  const { token, socket } = transport;
  const updates = socket.iterate<Data>({ query, variables });
  // A generator that awaits cannot be ended from outside; the iterator that it awaits can.
  const stop = () => void updates.return?.();
  signal?.addEventListener("abort", stop);
  try {
    for await (const { data, errors } of updates) {
      if (data) yield data;
      else if (errors?.[0]) throw new ApiError(codeOf(errors[0].extensions), errors[0].message);
    }
  } catch (failed) {
    throw socketError(failed, token);
  } finally {
    signal?.removeEventListener("abort", stop);
    await updates.return?.();
  }
}

function socketError(failed: unknown, token: string | null): unknown {
  if (failed instanceof TerminatedCloseEvent) return new ApiError("UNREACHABLE", "");
  if (failed instanceof Error) return failed;
  if (Array.isArray(failed)) {
    const [first] = failed as { message: string; extensions?: Record<string, unknown> }[];
    return new ApiError(codeOf(first?.extensions), first?.message ?? "");
  }
  const code = (failed as Partial<CloseEvent>).code ?? 1006;
  if (code === 4403) {
    forgetToken(token);
    return new ApiError("UNAUTHENTICATED", "");
  }
  // Too many sockets are open; later there may be room for this one.
  if (code === 4429) return new ApiError("UNAVAILABLE", "");
  // 4400 to 4499: the client is wrong, and another try would fail the same way.
  return new ApiError(code >= 4400 && code < 4500 ? "BAD_INPUT" : "UNREACHABLE", "");
}

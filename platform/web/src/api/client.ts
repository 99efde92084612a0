// The one way to the server: typed documents over HTTP, one socket for all that is listened to.
import { Client, fetchExchange, type CombinedError } from "@urql/core";
import { print } from "@0no-co/graphql.web";
import {
  TerminatedCloseEvent,
  createClient as createSocket,
  type Client as Socket,
} from "graphql-ws";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { $token, forgetToken } from "./token.ts";

/** A request that got no answer to show: what is wrong with it, with the server, or on the way. */
export class ApiError extends Error {
  /** As schema/platform.graphql lists them; UNREACHABLE where there was no answer at all. */
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** How long an answer may take, or a socket to be let in: more than the server ever needs. */
const PATIENCE = 20_000;

/** The ways to the server with one token; what was asked with another is not answered by these. */
interface Ways {
  readonly token: string | null;
  readonly http: Client;
  readonly socket: Socket;
}

let ways = waysWith($token.get());

$token.listen((token) => {
  // One that is just being opened may yet fail.
  Promise.resolve(ways.socket.dispose()).catch(() => undefined);
  ways = waysWith(token);
});

function waysWith(token: string | null): Ways {
  return { token, http: requests(token), socket: listening(token) };
}

function requests(token: string | null): Client {
  return new Client({
    url: "/graphql",
    preferGetMethod: false,
    requestPolicy: "network-only",
    exchanges: [fetchExchange],
    fetchOptions: token === null ? {} : { headers: { authorization: `Bearer ${token}` } },
    fetch: (input, { signal, ...init } = {}) => {
      const late = AbortSignal.timeout(PATIENCE);
      return fetch(input, { ...init, signal: signal ? AbortSignal.any([signal, late]) : late });
    },
  });
}

function listening(token: string | null): Socket {
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
    // Whoever listens comes back with the last seq they have, which graphql-ws cannot know.
    retryAttempts: 0,
    keepAlive: 10_000,
    on: {
      connecting: () => {
        within(PATIENCE);
      },
      connected: met,
      // A cable that was pulled says nothing: no answer to a ping says it.
      ping: (isFromServer) => {
        if (!isFromServer) within(5_000);
      },
      pong: met,
      closed: met,
    },
  });
  return socket;
}

/**
 * Asks the server, or has it do something.
 * @throws {ApiError} when there is no answer, or nothing in it. What is missing in part is null.
 */
export async function ask<Data, Variables extends object>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const isMutation = document.definitions.some(
    (one) => "operation" in one && ["mutation"].includes(one.operation),
  );
  const { token, http } = ways;
  const { data, error } = await (isMutation
    ? http.mutation(document, variables)
    : http.query(document, variables));
  if (data != null && Object.values(data).some((value) => value !== null)) return data;
  if (error) throw fault(error, token);
  // Only a mutation that answers nothing, or a question whose answer is null.
  return data as Data;
}

function fault(error: CombinedError, token: string | null): ApiError {
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
 * Listens, until the operation completes, it fails, the caller leaves the loop, or `signal` says
 * to stop, which is then the same as that it completed.
 * @throws {ApiError} with RESUME or UNAVAILABLE or UNREACHABLE where it is to be tried again.
 */
export async function* listen<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): AsyncGenerator<Data> {
  if (signal?.aborted) return;
  const query = print(document);
  const { token, socket } = ways;
  const updates = socket.iterate<Data>({ query, variables });
  // This generator waits for the next update and cannot be left meanwhile; what it waits for can.
  const stop = () => void updates.return?.();
  signal?.addEventListener("abort", stop);
  try {
    for await (const { data, errors } of updates) {
      if (data) yield data;
      else if (errors?.[0]) throw new ApiError(codeOf(errors[0].extensions), errors[0].message);
    }
  } catch (failed) {
    throw broken(failed, token);
  } finally {
    signal?.removeEventListener("abort", stop);
    await updates.return?.();
  }
}

function broken(failed: unknown, token: string | null): unknown {
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
  // A socket that was used wrongly is one that trying again does not help.
  return new ApiError(code >= 4400 && code < 4500 ? "BAD_INPUT" : "UNREACHABLE", "");
}

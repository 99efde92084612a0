// The one way to the server: typed documents over HTTP, one socket for all that is listened to.
import { Client, fetchExchange, type CombinedError } from "@urql/core";
import { print } from "@0no-co/graphql.web";
import {
  TerminatedCloseEvent,
  createClient as createSocket,
  type Client as Socket,
} from "graphql-ws";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { $connection } from "./connection.ts";
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

const http = new Client({
  url: "/graphql",
  preferGetMethod: false,
  requestPolicy: "network-only",
  exchanges: [fetchExchange],
  fetchOptions: () => {
    const token = $token.get();
    return token === null ? {} : { headers: { authorization: `Bearer ${token}` } };
  },
});

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
  const { data, error } = await (isMutation
    ? http.mutation(document, variables)
    : http.query(document, variables));
  if (data != null && Object.values(data).some((value) => value !== null)) return data;
  if (error) throw fault(error);
  // Only a mutation that answers nothing, or a question whose answer is null.
  return data as Data;
}

function fault(error: CombinedError): ApiError {
  const [first] = error.graphQLErrors;
  const code = codeOf(first?.extensions, "UNREACHABLE");
  if (code === "UNAUTHENTICATED") forgetToken();
  return new ApiError(code, first?.message ?? error.message);
}

function codeOf(extensions: Record<string, unknown> | undefined, without = "INTERNAL"): string {
  const code = extensions?.["code"];
  return typeof code === "string" ? code : without;
}

let socket: Socket | null = null;

/** How many listen right now: a connection that nobody needs is not lost. */
let listeners = 0;

function connected(): Socket {
  socket ??= open();
  return socket;
}

function open(): Socket {
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const opened = createSocket({
    url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/graphql`,
    connectionParams: () => {
      const token = $token.get();
      return token === null ? {} : { token };
    },
    // Whoever listens comes back with the last seq they have, which graphql-ws cannot know.
    retryAttempts: 0,
    keepAlive: 10_000,
    connectionAckWaitTimeout: 10_000,
    on: {
      connected: () => {
        $connection.set("open");
      },
      // A cable that was pulled says nothing: no answer to a ping says it.
      ping: (isFromServer) => {
        if (isFromServer) return;
        deadline = setTimeout(() => {
          opened.terminate();
        }, 5_000);
      },
      pong: () => {
        clearTimeout(deadline);
      },
      closed: () => {
        clearTimeout(deadline);
        // One that was given up for another token, or that nobody needs, is no loss. One that is
        // lost stays so until it is there again: between two tries nobody listens.
        if (socket !== opened || $connection.get() === "lost") return;
        $connection.set(listeners > 0 ? "lost" : "none");
      },
    },
  });
  return opened;
}

$token.listen(() => {
  void socket?.dispose();
  socket = null;
});

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
  const updates = connected().iterate<Data>({ query, variables });
  // This generator waits for the next update and cannot be left meanwhile; what it waits for can.
  const stop = () => void updates.return?.();
  signal?.addEventListener("abort", stop);
  listeners += 1;
  try {
    for await (const { data, errors } of updates) {
      if (data) yield data;
      else if (errors?.[0]) throw new ApiError(codeOf(errors[0].extensions), errors[0].message);
    }
  } catch (failed) {
    throw broken(failed);
  } finally {
    listeners -= 1;
    signal?.removeEventListener("abort", stop);
    await updates.return?.();
  }
}

function broken(failed: unknown): unknown {
  if (failed instanceof TerminatedCloseEvent) return new ApiError("UNREACHABLE", "");
  if (failed instanceof Error) return failed;
  if (Array.isArray(failed)) {
    const [first] = failed as { message: string; extensions?: Record<string, unknown> }[];
    return new ApiError(codeOf(first?.extensions), first?.message ?? "");
  }
  const code = (failed as Partial<CloseEvent>).code ?? 1006;
  if (code === 4403) {
    forgetToken();
    return new ApiError("UNAUTHENTICATED", "");
  }
  // A socket that was used wrongly is one that trying again does not help.
  return new ApiError(code >= 4400 && code < 4500 ? "BAD_INPUT" : "UNREACHABLE", "");
}

/** Whether to listen again after this. */
export function isPassing(failed: unknown): failed is ApiError {
  return (
    failed instanceof ApiError && ["RESUME", "UNAVAILABLE", "UNREACHABLE"].includes(failed.code)
  );
}

/** Some time before the next try: longer each time, and never the same for all who wait. */
export function pause(attempt: number, signal: AbortSignal): Promise<void> {
  const most = Math.min(500 * 2 ** attempt, 15_000);
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, most / 2 + (Math.random() * most) / 2);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

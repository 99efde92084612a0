// Requests and subscriptions use the token with which they were started.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MeDocument, MyLobbyDocument } from "../../src/api/generated.ts";

interface Asked {
  readonly token: string | null;
  readonly answer: (status: number, body: object) => void;
}

const asked: Asked[] = [];
const sockets: FakeSocket[] = [];

/** A socket that accepts every token. */
class FakeSocket {
  static readonly [name: string]: unknown;
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: object) => void) | null = null;
  onerror: ((event: object) => void) | null = null;
  constructor() {
    sockets.push(this);
    setTimeout(() => {
      this.readyState = 1;
      this.onopen?.();
    });
  }
  send(data: string) {
    const { type } = JSON.parse(data) as { type: string };
    if (type === "connection_init") this.onmessage?.({ data: '{"type":"connection_ack"}' });
  }
  close(code = 1000) {
    this.readyState = 3;
    this.onclose?.({ code, reason: "" });
  }
}

vi.stubGlobal("WebSocket", FakeSocket);
vi.stubGlobal("fetch", (_: unknown, { headers, signal }: RequestInit) => {
  const token = (headers as Record<string, string>)["authorization"]?.slice("Bearer ".length);
  return new Promise<Response>((resolve, reject) => {
    const late = () => {
      reject(new DOMException("", "TimeoutError"));
    };
    if (signal?.aborted) late();
    signal?.addEventListener("abort", late);
    asked.push({
      token: token ?? null,
      answer: (status, body) => {
        const json = { "content-type": "application/json" };
        resolve(new Response(JSON.stringify(body), { status, headers: json }));
      },
    });
  });
});

const { ask, askAlone, listen } = await import("../../src/api/client.ts");
const { isRetryable } = await import("../../src/api/retry.ts");
const { $token, forgetToken, keepToken } = await import("../../src/api/token.ts");

const me = (name: string) => ({
  data: { me: { id: name, name, standing: "GUEST", owner: null }, account: null },
});
const nobody = { errors: [{ message: "", extensions: { code: "UNAUTHENTICATED" } }] };

beforeEach(() => {
  asked.length = sockets.length = 0;
  keepToken("old");
});

afterEach(() => {
  vi.restoreAllMocks();
});

test("the same query with another token is sent again and has its own answer", async () => {
  const before = ask(MeDocument, {});
  keepToken("new");
  const now = ask(MeDocument, {});
  await vi.waitFor(() => {
    expect(asked.map(({ token }) => token)).toEqual(["old", "new"]);
  });
  asked[0]?.answer(200, me("Ada"));
  asked[1]?.answer(200, me("Basile"));
  expect([(await before).me?.name, (await now).me?.name]).toEqual(["Ada", "Basile"]);
});

test("an invalid token is removed, unless there is another one by then", async () => {
  const late = ask(MeDocument, {}).catch((failed: unknown) => failed);
  await vi.waitFor(() => {
    expect(asked).toHaveLength(1);
  });
  keepToken("new");
  asked[0]?.answer(401, nobody);
  expect(await late).toMatchObject({ code: "UNAUTHENTICATED" });
  expect($token.get()).toBe("new");
  const own = ask(MeDocument, {}).catch((failed: unknown) => failed);
  await vi.waitFor(() => {
    expect(asked).toHaveLength(2);
  });
  asked[1]?.answer(401, nobody);
  await own;
  expect($token.get()).toBeNull();
});

describe("a request that ends the token", () => {
  const tokens = () => asked.map(({ token }) => token);
  const failure = (failed: unknown) => failed;

  test("is sent after the answers to those before it, and before those that come later", async () => {
    const before = ask(MeDocument, {});
    const ending = askAlone(async (askNow) => {
      const answer = await askNow(MeDocument, {});
      forgetToken();
      return answer;
    });
    const later = ask(MeDocument, {}).catch(failure);
    await vi.waitFor(() => {
      expect(tokens()).toEqual(["old"]);
    });
    asked[0]?.answer(200, me("Ada"));
    await before;
    await vi.waitFor(() => {
      expect(tokens()).toEqual(["old", "old"]);
    });
    asked[1]?.answer(200, me("Ada"));
    expect((await ending).me?.name).toBe("Ada");
    // What was asked for Ada is not asked for a visitor.
    expect(await later).toMatchObject({ code: "UNAUTHENTICATED" });
    expect(tokens()).toEqual(["old", "old"]);
  });

  test("lets those that wait go on with the token, if it fails and the token stays", async () => {
    const ending = askAlone((askNow) => askNow(MeDocument, {})).catch(failure);
    const later = ask(MeDocument, {});
    await vi.waitFor(() => {
      expect(tokens()).toEqual(["old"]);
    });
    asked[0]?.answer(503, { errors: [{ message: "", extensions: { code: "UNAVAILABLE" } }] });
    expect(await ending).toMatchObject({ code: "UNAVAILABLE" });
    await vi.waitFor(() => {
      expect(tokens()).toEqual(["old", "old"]);
    });
    asked[1]?.answer(200, me("Ada"));
    expect((await later).me?.name).toBe("Ada");
  });
});

test("a request without an answer in time is UNREACHABLE", async () => {
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  await expect(ask(MeDocument, {})).rejects.toMatchObject({ code: "UNREACHABLE" });
});

test.each([
  ["is removed", null],
  ["leaves a newer token alone", "new"],
])("a token that the socket refuses %s", async (_, next) => {
  const heard = listen(MyLobbyDocument, { language: "EN" })
    .next()
    .catch((failed: unknown) => failed);
  await vi.waitFor(() => {
    expect(sockets[0]?.readyState).toBe(1);
  });
  sockets[0]?.close(4403);
  if (next !== null) keepToken(next);
  await heard;
  expect($token.get()).toBe(next);
});

test("a socket that is one too many may be opened later", async () => {
  const heard = listen(MyLobbyDocument, { language: "EN" })
    .next()
    .catch((failed: unknown) => failed);
  await vi.waitFor(() => {
    expect(sockets[0]?.readyState).toBe(1);
  });
  sockets[0]?.close(4429);
  expect(isRetryable(await heard)).toBe(true);
  expect($token.get()).toBe("old");
});

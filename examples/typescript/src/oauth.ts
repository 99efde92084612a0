// Signs in for somebody else, with a client of your own that never sees their password, and shows
// who they are and what they play:
//
//   node dist/oauth.js http://127.0.0.1:8080
//
// It prints an address for the person to open. Their answer comes back to a server of its own, on
// this machine. The server has to have its page, on which the person says yes or no. It needs
// nothing but Node.
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What this client calls itself. The person sees it; nothing has to be registered. */
const CLIENT = "Example client";
/** What it may do: look, and play. Ask for no more than you need. */
const SCOPE = "play";
/** The time limit for the person to answer. */
const PERSON_MS = 10 * 60_000;
/** The time limit for an answer of the server: a little longer than its own. */
const ANSWER_MS = 15_000;

/** What is asked with the token. */
const ME = "{ me { name } myTables(first: 10) { nodes { id status game { title } } } }";

/** What `/.well-known/oauth-authorization-server` says. */
interface Metadata {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  revocation_endpoint: string;
}

/** What a redeemed code is answered with. */
interface Granted {
  access_token: string;
  expires_in: number;
  scope: string;
}

interface Me {
  me: { name: string } | null;
  myTables: { nodes: { id: string; status: string; game: { title: string } | null }[] };
}

const [address] = process.argv.slice(2);
try {
  if (!address) throw new Error("usage: URL, such as http://127.0.0.1:8080");
  await run(address.replace(/\/$/, ""));
} catch (failed) {
  console.error((failed as Error).message);
  process.exitCode = 1;
}

async function run(url: string): Promise<void> {
  const server = await metadata(url);
  const { access_token: token, expires_in, scope } = await signIn(server);
  const days = Math.round(expires_in / 86_400);
  console.log(`signed in for: ${scope}; the token ends ${days} days after its last use`);
  try {
    const { me, myTables } = await ask<Me>(url, token, ME);
    if (!me) throw new Error("the token is nobody's");
    console.log(`hello, ${me.name}`);
    for (const { id, status, game } of myTables.nodes) {
      console.log(`  ${game?.title ?? "a game of the past"}: ${status}, ${id}`);
    }
  } finally {
    // A client that comes back keeps the token instead, where nobody else can read it.
    await post(server.revocation_endpoint, { token });
    console.log("signed out");
  }
}

/** The addresses of the server. @throws if it says that it is another. */
async function metadata(url: string): Promise<Metadata> {
  const found = await get(`${url}/.well-known/oauth-authorization-server`);
  if (!found.ok) throw new Error(`no Guéridon at ${url}: ${found.status}`);
  const server = (await found.json()) as Metadata;
  // RFC 8414, 3.3: otherwise somebody else's server could pass for this one.
  if (server.issuer !== url) throw new Error(`${url} calls itself ${server.issuer}: use that`);
  return server;
}

/** Sends the person to the server, and redeems the code that comes back. */
async function signIn(server: Metadata): Promise<Granted> {
  const verifier = secret();
  const state = secret();
  const { redirectUri, answer } = await listen(server.issuer, state);
  const page = new URL(server.authorization_endpoint);
  page.search = new URLSearchParams({
    response_type: "code",
    client_id: CLIENT,
    redirect_uri: redirectUri,
    scope: SCOPE,
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).toString();
  console.log(`open this in your browser:\n\n  ${page.href}\n`);
  const code = await answer;
  const redeemed = await post(server.token_endpoint, {
    grant_type: "authorization_code",
    code,
    client_id: CLIENT,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  return (await redeemed.json()) as Granted;
}

/** 256 random bits, as 43 characters that need no quoting. */
function secret(): string {
  return randomBytes(32).toString("base64url");
}

/** Listens on this machine until the person's browser brings the answer: a code, or a no. */
async function listen(
  issuer: string,
  state: string,
): Promise<{ redirectUri: string; answer: Promise<string> }> {
  let resolve!: (code: string) => void;
  let reject!: (why: Error) => void;
  const answer = new Promise<string>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  const http = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const reply = (status: number, text: string) => {
      const headers = { "content-type": "text/plain; charset=utf-8", connection: "close" };
      response.writeHead(status, headers);
      response.end(text);
    };
    if (request.method !== "GET" || pathname !== "/back") {
      reply(404, "There is nothing here.");
      return;
    }
    // Not the answer to what was asked, or another server's: somebody else has made it up. Keep
    // waiting for the right one.
    if (searchParams.get("state") !== state || searchParams.get("iss") !== issuer) {
      reply(400, "This is not the answer that was expected.");
      return;
    }
    const code = searchParams.get("code");
    if (code !== null) {
      reply(200, "Thank you. You can close this page.");
      resolve(code);
    } else {
      reply(200, "You are not signed in. You can close this page.");
      const error = searchParams.get("error") ?? "no code";
      const why = searchParams.get("error_description") ?? "no reason given";
      reject(new Error(error === "access_denied" ? "the person said no" : `${error}: ${why}`));
    }
  });
  const late = setTimeout(() => {
    reject(new Error("nobody has answered"));
  }, PERSON_MS);
  const stop = () => {
    clearTimeout(late);
    http.close();
  };
  answer.then(stop, stop);
  // At a port that is free: the server takes any, as long as both steps name the same.
  await new Promise<void>((ready, failed) => {
    http.once("error", failed).listen(0, "127.0.0.1", ready);
  });
  const { port } = http.address() as AddressInfo;
  return { redirectUri: `http://127.0.0.1:${port}/back`, answer };
}

/** Sends a form. @throws what the server says about it. */
async function post(url: string, form: Record<string, string>): Promise<Response> {
  const answer = await get(url, { method: "POST", body: new URLSearchParams(form) });
  if (answer.ok) return answer;
  const wait = answer.headers.get("retry-after");
  if (wait !== null) throw new Error(`${url}: try again in ${wait} seconds`);
  const { error, error_description: why } = (await answer.json().catch(() => ({}))) as {
    error?: string;
    error_description?: string;
  };
  throw new Error(`${url}: ${answer.status} ${error ?? ""}: ${why ?? "no reason given"}`);
}

/** Asks the API with the token. @throws the errors of the answer. */
async function ask<Data>(url: string, token: string, query: string): Promise<Data> {
  const answer = await get(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await answer.json()) as {
    data?: Data | null;
    errors?: { message: string }[];
  };
  if (errors) throw new Error(errors.map(({ message }) => message).join("; "));
  if (!data) throw new Error("an answer without data");
  return data;
}

async function get(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => {
    throw new Error(`no answer from ${url}`);
  });
}

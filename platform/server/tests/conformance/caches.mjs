// Plays games with clients that have a normalised cache, and compares what the caches answer with
// what the server answers to the same documents.
import { isDeepStrictEqual } from "node:util";
import { buildSchema, introspectionFromSchema } from "graphql";
import { Apollo, Urql, ask } from "./caching_clients.mjs";
import { Documents } from "./documents.mjs";

// How many games, and after how many steps somebody resigns; without that they are whole.
const [, , base, game, playouts, most] = process.argv;
/** After how many steps everything is queried again, and not only the table. */
const ROUND = 12;

// Graphcache's warnings about types without an id are right, and long.
console.warn = () => undefined;
process.on("unhandledRejection", (failed) => {
  throw failed;
});

/** A whole number from 0 to below `most`. */
function draw(most) {
  return Math.floor(Math.random() * most);
}

const schema = buildSchema(await (await fetch(`${base}/schema.graphql`)).text());
const introspection = introspectionFromSchema(schema);
// A change of the number of spectators is not announced, so a cached one may be out of date.
const DEEP = ["Table.snapshot", "Table.rematch", "Table.spectators", "Game.catalogue", "edges"];
const LIVE = [...DEEP, "Table.entries", "Table.messages"];

/** The documents by name; of events all fields, or those that all events have in common. */
function documents(common) {
  const of = new Documents(schema, game, common);
  const table = of.all("Table", LIVE);
  // What can be taken back is found by playing anew, too much for a list.
  const line = of.all("Table", [...LIVE, "view", "moves", "score", "prompt", "undoable"]);
  const page = of.all("PageInfo");
  return {
    now: `query($id: ID!) { table(id: $id) { ${table} } }`,
    talk: `query($id: ID!) { table(id: $id) { __typename id
      messages(first: 20) { ${of.all("MessageConnection", DEEP)} } } }`,
    then: `query($id: ID!, $at: Int!, $sight: Sight!, $seat: Int) { table(id: $id) { __typename id
      snapshot(at: $at, sight: $sight, seat: $seat) { ${of.all("Snapshot", DEEP)} } } }`,
    journal: `query($id: ID!, $after: ID) { table(id: $id) { __typename id
      entries(first: 5, after: $after) { ${of.all("EntryConnection", DEEP)} } } }`,
    catalogue: `query($game: ID!) { game(id: $game) { __typename id
      catalogue { ${of.all("CatalogueEntry")} } } }`,
    games: `{ games { ${of.all("Game", DEEP)} } }`,
    tables: `{ tables(first: 4) { __typename nodes { ${line} } pageInfo { ${page} } } }`,
    mine: `{ myTables(first: 4) { __typename nodes { ${line} } pageInfo { ${page} } }
      me { ${of.all("Player")} } }`,
    node: `query($id: ID!) { node(id: $id) { __typename id ... on Table { ${table} } } }`,
    follow: `subscription($id: ID!) { table(id: $id, messages: true) {
      ${of.all("TableUpdate", LIVE)} } }`,
    play: `mutation($id: ID!, $since: Int!, $key: ID!, $steps: [Move!]!) {
      play(table: $id, since: $since, key: $key, steps: $steps) { __typename ok
        ... on Played { seq table { ${table} } } ... on Refused { code message } } }`,
  };
}

/** The catalogue as requested by a page that shows one language at a time. */
const LANGUAGES = ["EN", "FR"].map((language) => [
  language,
  `query($game: ID!) { game(id: $game) { __typename id
    catalogue { __typename key name(language: ${language}) text(language: ${language}) } } }`,
]);
const WHOLE = documents([]);
const COMMON = documents(["Event"]);
/** What no play changes and takes longest to compare; compared only at the end. */
const LASTING = ["catalogue", "games"];
/** What changes when somebody plays. */
const PASSING = ["tables", "mine", "journal", "node"];

function text(client, name) {
  return (client.needsCommonFields ? COMMON : WHOLE)[name];
}

/** One person at a table, with a client of each kind. */
class Viewer {
  constructor(name, token) {
    this.name = name;
    this.token = token;
    this.clients = [
      new Apollo(base, token),
      new Urql(base, token),
      new Urql(base, token, introspection),
    ];
    /** What was queried, and the caches should still have. */
    this.known = new Map();
    /** The newest entry that each client has received. */
    this.heard = new Map();
  }

  ask(query, variables) {
    return ask(base, this.token, query, variables);
  }

  /** Subscribes every client to a table. */
  async follow(id) {
    const listen = (client) =>
      new Promise((resolve) => {
        client.listen(text(client, "follow"), { id }, (data, error) => {
          if (error) throw error;
          this.heard.set(client, data.table.seq);
          resolve();
        });
      });
    await Promise.all(this.clients.map(listen));
  }

  /** Waits until every client has received an entry. */
  async hears(seq) {
    const until = Date.now() + 20_000;
    while (this.clients.some((client) => (this.heard.get(client) ?? 0) < seq)) {
      if (Date.now() > until) throw new Error(`${this.name} hears nothing of ${seq}`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  /** Runs a query with every client, and remembers it. */
  async load(name, variables = {}) {
    this.known.set(JSON.stringify([name, variables]), { name, variables });
    await Promise.all(this.clients.map((client) => client.load(text(client, name), variables)));
  }

  /** Compares the caches' answers with the server's. */
  async compare(name, variables = {}) {
    const answers = new Map();
    for (const query of new Set([WHOLE[name], COMMON[name]])) {
      answers.set(query, await this.ask(query, variables));
    }
    for (const client of this.clients) {
      const query = text(client, name);
      const [cached, fresh] = [client.read(query, variables), answers.get(query)];
      const about = `${client.name}, ${this.name}, ${name} ${JSON.stringify(variables)}`;
      report.compared += 1;
      if (cached === null) report.missing.push(about);
      else if (!isDeepStrictEqual(plain(cached), fresh)) {
        report.wrong.push(`${about}: ${difference(plain(cached), fresh)}`);
      }
    }
  }

  async compareAll(except = []) {
    for (const { name, variables } of this.known.values()) {
      if (!except.includes(name)) await this.compare(name, variables);
    }
  }

  /**
   * Queries the catalogue in one language after the other, each by a document of its own. A cache
   * may forget one language when it stores another, but its answers may never be wrong.
   */
  async compareLanguages() {
    const variables = { game };
    const right = new Map();
    for (const [language, query] of LANGUAGES) right.set(language, await this.ask(query, variables));
    for (const client of this.clients) {
      for (const [language, query] of [...LANGUAGES, ...LANGUAGES]) {
        const answers = { asked: await client.ask(query, variables) };
        for (const [other, text] of LANGUAGES) answers[other] = client.read(text, variables);
        report.compared += 1;
        for (const [how, answer] of Object.entries(answers)) {
          const fresh = right.get(how) ?? right.get(language);
          // A forgotten language is queried again; the one queried last is cached.
          if (answer === null && how !== language && how !== "asked") continue;
          if (isDeepStrictEqual(answer && plain(answer), fresh)) continue;
          report.wrong.push(`${client.name}, ${this.name}, ${how} after ${language}`);
        }
      }
    }
  }

  /** Stops expecting the caches to have what has changed since. */
  forgetPassing() {
    for (const [key, { name }] of this.known) if (PASSING.includes(name)) this.known.delete(key);
  }

  async end() {
    await Promise.all(this.clients.map((client) => client.end()));
  }
}

/** The same without the hidden properties that clients add to objects. */
function plain(value) {
  return JSON.parse(JSON.stringify(value));
}

/** The first place where two answers differ. */
function difference(cached, fresh, path = "") {
  if (cached === null || fresh === null || typeof cached !== "object" || typeof fresh !== "object") {
    return `${path}: ${JSON.stringify(cached)} is cached, ${JSON.stringify(fresh)} is right`;
  }
  for (const key of new Set([...Object.keys(fresh), ...Object.keys(cached)])) {
    if (!isDeepStrictEqual(cached[key], fresh[key])) {
      return difference(cached[key] ?? null, fresh[key] ?? null, `${path}.${key}`);
    }
  }
  return path;
}

async function signIn(name) {
  const query = `mutation($name: String!) { signIn(name: $name) { ... on SignedIn { token } } }`;
  return (await ask(base, null, query, { name })).signIn.token;
}

/** A table of two that has begun, with its viewers. */
async function begin() {
  const viewers = [
    new Viewer("seat 0", await signIn("Ada")),
    new Viewer("seat 1", await signIn("Bea")),
    new Viewer("the public", null),
  ];
  const [ada, bea] = viewers;
  const settings = { clock: { live: { bankSeconds: 86_400, incrementSeconds: 5 } } };
  const { openTable } = await ada.ask(
    `mutation($options: Options!, $settings: TableSettings!) {
      openTable(options: $options, seats: 2, settings: $settings) {
        ... on TableChanged { table { id } } } }`,
    { options: { [game]: {} }, settings },
  );
  const { id } = openTable.table;
  const act = (who, does) => who.ask(`mutation($id: ID!) { ${does} { ok } }`, { id });
  await act(ada, "sit(table: $id)");
  await act(bea, "sit(table: $id)");
  await act(ada, "start(table: $id)");
  for (const [index, who] of [ada, bea].entries()) {
    await act(who, `say(table: $id, text: "Good luck", key: "${index}")`);
  }
  return { id, viewers };
}

/** One random legal step, through a client of its player; nothing when the game is over. */
async function step(id, viewers, key) {
  for (const who of viewers.slice(0, 2)) {
    const { table } = await who.ask(
      `query($id: ID!) { table(id: $id) { since moves { move } } }`,
      { id },
    );
    if (table.moves.length === 0) continue;
    const steps = [table.moves[draw(table.moves.length)].move];
    const variables = { id, since: table.since, key, steps };
    const client = who.clients[draw(who.clients.length)];
    const { play } = await client.mutate(text(client, "play"), variables);
    if (!play.ok) throw new Error(JSON.stringify(play));
    return play.seq;
  }
  return null;
}

/** Runs all kinds of queries in all caches. */
async function lookAround(id, viewer, seq, sights) {
  const at = draw(seq + 1);
  for (const [sight, seat] of sights) await viewer.load("then", { id, at, sight, seat });
  await viewer.load("journal", { id, after: String(Math.max(0, at - 2)) });
  await viewer.load("tables");
  await viewer.load("node", { id });
  if (viewer.token !== null) await viewer.load("mine");
  await viewer.load("catalogue", { game });
}

const OWN = [["OWN", null]];
const ALL = [["OWN", null], ["ALL", null], ["OWN", 0], ["OWN", 1]];

/** Ends a game, unless its last step has. */
async function resign(id, who) {
  const look = `query($id: ID!) { table(id: $id) { seq status } }`;
  const { table } = await who.ask(look, { id });
  if (table.status === "OVER") return table.seq;
  const does = `mutation($id: ID!) { resign(table: $id) { ok ... on Refused { code message } } }`;
  const { resign } = await who.ask(does, { id });
  if (!resign.ok) throw new Error(JSON.stringify(resign));
  const { table: left } = await who.ask(look, { id });
  if (left.status !== "OVER") throw new Error(`the table is ${left.status}`);
  return left.seq;
}

async function playout() {
  const { id, viewers } = await begin();
  const each = (call) => Promise.all(viewers.map(call));
  await each(async (viewer) => {
    await viewer.follow(id);
    await viewer.load("games");
    await viewer.load("talk", { id });
    await viewer.load("now", { id });
  });
  let seq = 0;
  for (let steps = 1; ; steps += 1) {
    if (steps > Number(most ?? Infinity)) {
      seq = await resign(id, viewers[0]);
      await each((viewer) => viewer.hears(seq));
      break;
    }
    const played = await step(id, viewers, `k${steps}`);
    if (played === null) break;
    report.steps += 1;
    seq = played;
    await each((viewer) => viewer.hears(seq));
    if (steps % ROUND !== 0) {
      await viewers[draw(viewers.length)].compare("now", { id });
      continue;
    }
    await each((viewer) => lookAround(id, viewer, seq, OWN));
    await each((viewer) => viewer.compareAll(LASTING));
    await each((viewer) => viewer.forgetPassing());
  }
  for (let round = 0; round < 3; round += 1) {
    await each((viewer) => lookAround(id, viewer, seq, ALL));
  }
  await each((viewer) => viewer.compareAll());
  await each((viewer) => viewer.compareLanguages());
  await each((viewer) => viewer.end());
}

const report = { steps: 0, compared: 0, wrong: [], missing: [] };
// A game may end after a few steps, too soon for a look around.
for (let n = 0; n < Number(playouts) || report.steps < ROUND; n += 1) await playout();
// The first few differences are enough.
for (const list of ["wrong", "missing"]) {
  report[`${list}Count`] = report[list].length;
  report[list] = report[list].slice(0, 5);
}
process.stdout.write(JSON.stringify(report) + "\n");
process.exit(0);

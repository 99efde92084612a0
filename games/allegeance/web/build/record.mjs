// Plays random games at a running server and records some of their positions for the tests, with the
// English catalogue:
//   node build/record.mjs http://127.0.0.1:8080 tests [POSITIONS] [GAMES]
// A position is kept if it shows something new: a kind of step, a question, a number of players.
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { selection } from "./selection.mjs";

const [server, folder, most = "48", games = "24"] = process.argv.slice(2);

async function ask(query, variables = {}, token = null) {
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  const body = JSON.stringify({ query, variables });
  const answer = await (await fetch(`${server}/graphql`, { method: "POST", headers, body })).json();
  if (!answer.errors) return answer.data;
  const wait = answer.errors[0].extensions?.retryAfter;
  if (wait === undefined) throw new Error(JSON.stringify(answer.errors));
  await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
  return await ask(query, variables, token);
}

const look = `query ($id: ID!) {
  table(id: $id) {
    id status since seq toAct prompt
    view { ${selection} }
    moves { move words }
    score { isFinal seats { seat rank points lines { line points } tieBreaks { line points } } }
  }
}`;

const end = `query ($id: ID!) { table(id: $id) { snapshot(sight: ALL) { view { ${selection} } } } }`;

/** The tables to play at, one after the other. */
const TABLES = [
  { seats: 2, options: {} },
  { seats: 3, options: { draft: true, dearProtection: true } },
  { seats: 4, options: {} },
  { seats: 2, options: { draft: true, randomGuilds: true } },
  { seats: 3, options: { cappedDiplomats: true } },
  { seats: 4, options: { first: 2 } },
];

const kindsOf = (moves) => [...new Set(moves.flatMap(({ move }) => Object.keys(move.allegeance)))];

/** Usually a step that builds a field, sometimes any step. */
function choose(moves) {
  const wanted = { play: 6, endTurn: 0.5, discard: 0.3, decline: 0.2 };
  const heaviest = moves.map((one) => {
    const [kind] = Object.keys(one.move.allegeance);
    return { one, weight: Math.random() * (wanted[kind] ?? 1.5) };
  });
  return heaviest.reduce((a, b) => (b.weight > a.weight ? b : a)).one;
}

async function guests() {
  const signIn = `mutation { signIn(name: "Guest") { ok ... on SignedIn { token } } }`;
  const tokens = [];
  for (let n = 0; n < 4; n += 1) tokens.push((await ask(signIn)).signIn.token);
  return tokens;
}

async function open(tokens, options) {
  const opened = await ask(
    `mutation ($options: Options!, $seats: Int!) {
      openTable(options: $options, seats: $seats) { ok ... on TableChanged { table { id } } }
    }`,
    { options: { allegeance: options }, seats: tokens.length },
    tokens[0],
  );
  const id = opened.openTable.table.id;
  for (const [seat, token] of tokens.entries()) {
    await ask(
      `mutation ($id: ID!, $seat: Int!) { sit(table: $id, seat: $seat) { ok } }`,
      { id, seat },
      token,
    );
  }
  await ask(`mutation ($id: ID!) { start(table: $id) { ok } }`, { id }, tokens[0]);
  return id;
}

async function* positions(tokens, options) {
  const id = await open(tokens, options);
  const of = (seat, { prompt, view, score }, moves) => ({ seat, prompt, view, score, moves });
  for (let seat = 0; ;) {
    const { table } = await ask(look, { id }, tokens[seat]);
    if (table.status !== "PLAYING") {
      yield of(seat, { ...table, prompt: null }, []);
      const { view } = (await ask(end, { id }, tokens[0])).table.snapshot;
      yield of(null, { prompt: null, view, score: table.score }, []);
      return;
    }
    if (!table.toAct.includes(seat)) {
      if (Math.random() < 0.05) yield of(seat, table, []);
      seat = table.toAct[0];
      continue;
    }
    yield of(seat, table, table.moves);
    await ask(
      `mutation ($id: ID!, $since: Int!, $key: ID!, $steps: [Move!]!) {
        play(table: $id, since: $since, key: $key, steps: $steps) { ok }
      }`,
      { id, since: table.since, key: randomUUID(), steps: [choose(table.moves).move] },
      tokens[seat],
    );
  }
}

/** The features of a position by which positions are selected. */
function marks({ view, moves }) {
  const { options } = view;
  return [
    `${view.players.length} seats`,
    `${view.question} ${moves.length > 0 ? "asked" : "watched"}`,
    `${view.question} ${view.players.length}`,
    ...kindsOf(moves),
    ...kindsOf(moves).map((kind) => `${kind} ${view.question}`),
    ...Object.entries(options).map(([name, value]) => `${name} ${value}`),
    ...(view.aim ? [`aim ${view.aim.attack}`] : []),
    ...view.players.flatMap((player) => [
      ...(player.protected ? ["protected"] : []),
      ...(player.fifthProtection ? ["fifth"] : []),
      ...(player.known.length > 0 ? ["known"] : []),
      ...(player.rejected ? ["rejected"] : []),
      ...(player.sacrificed > 0 ? ["sacrificed"] : []),
      ...player.field.filter(({ passing }) => passing > 0).map(({ guild }) => `passing ${guild}`),
    ]),
    ...(view.underDeck.length > 0 ? ["under"] : []),
    ...(view.unclaimed ? ["unclaimed"] : []),
    ...(view.struck.length > 0 ? ["struck"] : []),
    ...(view.copiedLimit === null ? [] : ["copied limit"]),
    ...(view.deck ? ["all"] : []),
  ];
}

const tokens = await guests();
const rare = new Map();
const pool = [];
for (let game = 0; game < Number(games); game += 1) {
  const { seats, options } = TABLES[game % TABLES.length];
  for await (const position of positions(tokens.slice(0, seats), options)) {
    const shown = marks(position);
    // Common positions are only sampled, so that many games fit into memory.
    const isKept = shown.some((mark) => (rare.get(mark) ?? 0) < 40) || Math.random() < 0.3;
    for (const mark of shown) rare.set(mark, (rare.get(mark) ?? 0) + 1);
    if (isKept) pool.push(position);
  }
  console.log(`game ${game + 1}: ${pool.length} positions, ${rare.size} marks`);
}

const seen = new Set();
const kept = [];
const newMarks = (position) => marks(position).filter((mark) => !seen.has(mark)).length;
for (let isNew = true; kept.length < Number(most) && pool.length > 0;) {
  const figures = isNew ? pool.map(newMarks) : [0];
  const best = figures.reduce((a, b) => Math.max(a, b));
  isNew = best > 0;
  const place = isNew ? figures.indexOf(best) : Math.floor(Math.random() * pool.length);
  const [position] = pool.splice(place, 1);
  for (const mark of marks(position)) seen.add(mark);
  kept.push(position);
}
const write = (name, rows) => {
  const lines = rows.map((one) => JSON.stringify(one)).join(",\n");
  writeFileSync(join(folder, name), `[\n${lines}\n]\n`);
};
write("positions.json", kept);
const { game } = await ask(
  `{ game(id: "allegeance") { catalogue { key kind name text reconstructed } } }`,
);
write(
  "catalogue.json",
  game.catalogue.filter(({ kind }) => kind !== "refusal"),
);
console.log([...new Set(kept.flatMap(({ moves }) => kindsOf(moves)))].sort().join(" "));

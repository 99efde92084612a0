// Plays random games at a running server and records some of their positions for the tests:
//   node build/record.mjs http://127.0.0.1:8080 tests/positions.json [POSITIONS] [GAMES]
// A position is kept if it shows something new: a kind of step, a question, a number of players.
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { selection } from "./selection.mjs";

const [server, output, most = "60", games = "24"] = process.argv.slice(2);

async function ask(query, variables = {}, token = null) {
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  const body = JSON.stringify({ query, variables });
  const answer = await (await fetch(`${server}/graphql`, { method: "POST", headers, body })).json();
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  return answer.data;
}

const look = `query ($id: ID!) {
  table(id: $id) {
    id status since seq toAct prompt
    view { ${selection} }
    moves { move words }
  }
}`;

const end = `query ($id: ID!) { table(id: $id) { snapshot(sight: ALL) { view { ${selection} } } } }`;

const pick = (list) => list[Math.floor(Math.random() * list.length)];
const kindsOf = (moves) => [...new Set(moves.flatMap(({ move }) => Object.keys(move.abyss)))];

/** Usually a step that brings the end of the game closer, sometimes any step. */
function choose(moves) {
  const wanted = { recruit: 8, pay: 4, takeStack: 2, fight: 2, takeAlly: 2, buy: 2, plot: 0.3 };
  const heaviest = moves.map((one) => {
    const [kind] = Object.keys(one.move.abyss);
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

async function open(tokens, kraken) {
  const opened = await ask(
    `mutation ($options: Options!, $seats: Int!) {
      openTable(options: $options, seats: $seats) { ok ... on TableChanged { table { id } } }
    }`,
    { options: { abyss: { kraken } }, seats: tokens.length },
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

async function* positions(tokens, kraken) {
  const id = await open(tokens, kraken);
  for (let seat = 0; ;) {
    const { table } = await ask(look, { id }, tokens[seat]);
    if (table.status !== "PLAYING") {
      yield { kraken, seat, prompt: null, view: table.view, moves: [] };
      const { view } = (await ask(end, { id }, tokens[0])).table.snapshot;
      yield { kraken, seat: null, prompt: null, view, moves: [] };
      return;
    }
    if (!table.toAct.includes(seat)) {
      if (Math.random() < 0.05)
        yield { kraken, seat, prompt: table.prompt, view: table.view, moves: [] };
      seat = table.toAct[0];
      continue;
    }
    yield { kraken, seat, prompt: table.prompt, view: table.view, moves: table.moves };
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
function marks({ kraken, view, moves, seat }) {
  const own = view.players[seat] ?? {};
  return [
    `${view.players.length} ${kraken}`,
    `${view.question} ${kraken}`,
    `${view.question} ${moves.length > 0 ? "asked" : "watched"}`,
    ...kindsOf(moves).map((kind) => `${kind} ${kraken}`),
    ...(moves.some(({ move }) => "spend" in move.abyss) ? [`spend ${view.payment.length}`] : []),
    ...view.players.flatMap((player) => player.lords.map(({ place }) => `lord ${place}`)),
    ...(own.lords ?? [])
      .map(({ lord, place }) => `own ${place} ${lord}`)
      .filter(
        (mark) =>
          /FREE (treasurer|recruiter|shaman|diplomat|outlaw|counterfeiter)/.test(mark) &&
          view.question === "PAY_LORD",
      ),
    ...(view.kraken?.sentinels ?? []).map(
      (s) => `sentinel ${s.lord ? 1 : s.race ? 2 : s.location ? 3 : 4}`,
    ),
    ...(view.kraken?.sites ?? []).map((site) => `site ${site.loot.length}`),
    ...(view.ending === null ? [] : ["ending"]),
    ...(view.deck ? ["all"] : []),
  ];
}

const tokens = await guests();
const rare = new Map();
const pool = [];
for (let game = 0; game < Number(games); game += 1) {
  for await (const position of positions(tokens.slice(0, 2 + (game % 3)), game % 2 === 1)) {
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
writeFileSync(output, `[\n${kept.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`);
console.log([...new Set(kept.flatMap(({ moves }) => kindsOf(moves)))].sort().join(" "));

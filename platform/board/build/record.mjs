// Plays random games at a running server and records some of their positions for the tests of a
// board, with the English catalogue. A position is kept if it shows something new.
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { selectionOf } from "./selection.mjs";

/** Asks a server, again and again while it asks for patience. */
async function askServer(server, query, variables = {}, token = null) {
  const headers = { "content-type": "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  const body = JSON.stringify({ query, variables });
  const answer = await (await fetch(`${server}/graphql`, { method: "POST", headers, body })).json();
  if (!answer.errors) return answer.data;
  const wait = answer.errors[0].extensions?.retryAfter;
  if (wait === undefined) throw new Error(JSON.stringify(answer.errors));
  await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
  return await askServer(server, query, variables, token);
}

/**
 * Records positions of a game.
 * @param game its id and the name of its view: `{ id: "sealed", view: "SealedView" }`.
 * @param how `tables` to play at in turn, with their seats and options, of which those of the first
 * name everything that there is in the catalogue; `marks(position, kinds)`, the
 * features of a position; `choose(moves, kindOf)`, which step is played; how many `games` are played
 * and how many `positions` kept.
 */
export async function record(server, folder, { id: game, view }, how) {
  const { tables, marks, choose, games, positions: positionsKept } = how;
  const selection = selectionOf(view);
  const most = Math.max(...tables.map(({ seats }) => seats));
  const ask = (...args) => askServer(server, ...args);
  const kindOf = ({ move }) => Object.keys(move[game])[0];
  const kindsOf = (moves) => [...new Set(moves.map(kindOf))];
  const look = `query ($id: ID!) {
  table(id: $id) {
    id status since seq toAct prompt promptInFrench: prompt(language: FR)
    view { ${selection} }
    moves { move words }
    inFrench: moves(language: FR) { words }
    score { isFinal seats { seat rank points lines { line points } tieBreaks { line points } } }
  }
}`;

  const end = `query ($id: ID!) { table(id: $id) { snapshot(sight: ALL) { view { ${selection} } } } }`;

  async function guests() {
    const signIn = `mutation { signIn(name: "Guest") { ok ... on SignedIn { token } } }`;
    const tokens = [];
    for (let n = 0; n < most; n += 1) tokens.push((await ask(signIn)).signIn.token);
    return tokens;
  }

  async function open(tokens, options) {
    const opened = await ask(
      `mutation ($options: Options!, $seats: Int!) {
      openTable(options: $options, seats: $seats) { ok ... on TableChanged { table { id } } }
    }`,
      { options: { [game]: options }, seats: tokens.length },
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
    const of = (seat, { prompt, promptInFrench = null, view, score, inFrench = [] }, moves) => {
      const words = moves.length > 0 ? inFrench.map((one) => one.words) : [];
      return { seat, prompt, view, score, moves, french: { prompt: promptInFrench, words } };
    };
    for (let seat = 0; ;) {
      const { table } = await ask(look, { id }, tokens[seat]);
      if (table.status !== "PLAYING") {
        yield of(seat, { ...table, prompt: null, promptInFrench: null }, []);
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
        { id, since: table.since, key: randomUUID(), steps: [choose(table.moves, kindOf).move] },
        tokens[seat],
      );
    }
  }

  const tokens = await guests();
  const rare = new Map();
  const pool = [];
  for (let number = 0; number < games; number += 1) {
    const { seats, options } = tables[number % tables.length];
    for await (const position of positions(tokens.slice(0, seats), options)) {
      const shown = marks(position, kindsOf);
      // Common positions are only sampled, so that many games fit into memory.
      const isKept = shown.some((mark) => (rare.get(mark) ?? 0) < 40) || Math.random() < 0.3;
      for (const mark of shown) rare.set(mark, (rare.get(mark) ?? 0) + 1);
      if (isKept) pool.push(position);
    }
    console.log(`game ${number + 1}: ${pool.length} positions, ${rare.size} marks`);
  }

  const seen = new Set();
  const kept = [];
  const newMarks = (position) => marks(position, kindsOf).filter((mark) => !seen.has(mark)).length;
  for (let isNew = true; kept.length < positionsKept && pool.length > 0;) {
    const figures = isNew ? pool.map(newMarks) : [0];
    const best = figures.reduce((a, b) => Math.max(a, b));
    isNew = best > 0;
    const place = isNew ? figures.indexOf(best) : Math.floor(Math.random() * pool.length);
    const [position] = pool.splice(place, 1);
    for (const mark of marks(position, kindsOf)) seen.add(mark);
    kept.push(position);
  }
  const write = (name, rows) => {
    const lines = rows.map((one) => JSON.stringify(one)).join(",\n");
    writeFileSync(join(folder, name), `[\n${lines}\n]\n`);
  };
  write("positions.json", kept);
  const { game: shown } = await ask(
    `query ($options: Options!) {
      game(id: "${game}") { catalogue(options: $options) { key kind name text reconstructed } }
    }`,
    { options: { [game]: tables[0].options } },
  );
  write(
    "catalogue.json",
    shown.catalogue.filter(({ kind }) => kind !== "refusal"),
  );
  console.log([...new Set(kept.flatMap(({ moves }) => moves.map(kindOf)))].sort().join(" "));
}

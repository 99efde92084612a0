// Records what players see of real games, for the tests of the generic table:
//   node record.mjs http://127.0.0.1:8080
// Guests play random steps at a running server; a few looks of each game are kept, with the part of
// the catalogue that they refer to.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { print } from "@0no-co/graphql.web";
import { format } from "prettier";
import { runnerImport } from "vite";

const server = process.argv[2] ?? "http://127.0.0.1:8080";
const source = (name) => join(import.meta.dirname, "../../src", name);
const { readTypes, readViews } = (await runnerImport(source("games/introspection.ts"))).module;
const { viewFragment } = (await runnerImport(source("games/view-fragment.ts"))).module;

/** The looks to keep: numbers of seats, options, and after how many entries. */
const KEPT = {
  allegeance: [
    { seats: 2, options: {}, after: [0, 25] },
    { seats: 4, options: {}, after: [60] },
  ],
  astoria: [
    { seats: 2, options: {}, after: [30] },
    { seats: 5, options: { grandAlchemist: true }, after: [16] },
  ],
  abyss: [{ seats: 3, options: { kraken: true }, after: [50] }],
};

// The same choices in each recording; the dice of the games still differ.
let chance = 7;
const chosen = (list) => {
  chance = (chance * 1_103_515_245 + 12_345) % 2_147_483_648;
  return list[Math.floor((chance / 2_147_483_648) * list.length)];
};

async function ask(query, variables = {}, token = null) {
  const answer = await fetch(`${server}/graphql`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await answer.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

for (const [game, wanted] of Object.entries(KEPT)) {
  const types = await readTypes((await readViews(ask)).get(game), ask);
  const fragment = print({ kind: "Document", definitions: [viewFragment(types)] });
  const looks = [];
  for (const { seats, options, after } of wanted) {
    looks.push(...(await play(game, fragment, seats, { [game]: options }, after)));
  }
  const [EN, FR] = await Promise.all(
    ["EN", "FR"].map((language) => catalogue(game, language, JSON.stringify(looks))),
  );
  const text = await format(JSON.stringify({ game, looks, catalogue: { EN, FR } }), {
    parser: "json",
    printWidth: 100,
  });
  writeFileSync(join(import.meta.dirname, "looks", `${game}.json`), text);
}

async function catalogue(game, language, looks) {
  const { game: found } = await ask(
    "query ($game: ID!, $language: Language!) { game(id: $game) { catalogue { key kind name(language: $language) text(language: $language) reconstructed } } }",
    { game, language },
  );
  return found.catalogue.filter(
    ({ key, kind }) => kind === "label" || (kind !== "refusal" && looks.includes(`"${key}"`)),
  );
}

async function play(game, fragment, seats, options, after) {
  const tokens = [];
  for (let seat = 0; seat < seats; seat += 1) {
    const { signIn } = await ask(
      "mutation ($name: String!) { signIn(name: $name) { ... on SignedIn { token } } }",
      { name: ["Ada", "Blaise", "Chloé", "Dédé", "Eve", "Félix"][seat] },
    );
    tokens.push(signIn.token);
  }
  const { openTable } = await ask(
    `mutation ($options: Options!, $seats: Int!) {
      openTable(options: $options, seats: $seats) { ... on TableChanged { table { id } } ... on Refused { code } }
    }`,
    { options, seats },
    tokens[0],
  );
  const id = openTable.table.id;
  const variables = { id };
  for (const token of tokens)
    await ask("mutation ($id: ID!) { sit(table: $id) { ok } }", variables, token);
  await ask("mutation ($id: ID!) { start(table: $id) { ok } }", variables, tokens[0]);
  const looks = [];
  for (let entry = 0; entry <= Math.max(...after); entry += 1) {
    const { table } = await ask("query ($id: ID!) { table(id: $id) { toAct } }", variables);
    const seat = table.toAct[0];
    if (seat === undefined) break;
    const look = await ask(
      `query ($id: ID!) {
        table(id: $id) { since prompt view { ...GameView } moves { move words } french: moves(language: FR) { words } }
      }
      ${fragment}`,
      variables,
      tokens[seat],
    );
    const { since, prompt, view, moves, french } = look.table;
    if (after.includes(entry)) {
      looks.push({ seats, seat, prompt, view, moves, french: french.map(({ words }) => words) });
    }
    // In some games a turn can always be ended; random players would do little else.
    const active = moves.filter(({ move }) => !JSON.stringify(move).includes("endTurn"));
    const { move } = chosen(active.length > 0 ? active : moves);
    await ask(
      `mutation ($id: ID!, $since: Int!, $key: ID!, $steps: [Move!]!) {
        play(table: $id, since: $since, key: $key, steps: $steps) { ok }
      }`,
      { id, since, key: `entry ${entry}`, steps: [move] },
      tokens[seat],
    );
  }
  return looks;
}

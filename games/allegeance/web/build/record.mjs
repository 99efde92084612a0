// Records positions of random games for the tests:
//   node build/record.mjs http://127.0.0.1:8080 tests [POSITIONS] [GAMES]
import { record } from "@gueridon/board/build/record.mjs";

const [server, folder, positions = "48", games = "24"] = process.argv.slice(2);

/** The tables to play at, one after the other. */
const TABLES = [
  { seats: 2, options: {} },
  { seats: 3, options: { draft: true, dearProtection: true } },
  { seats: 4, options: {} },
  { seats: 2, options: { draft: true, randomGuilds: true } },
  { seats: 3, options: { cappedDiplomats: true } },
  { seats: 4, options: { first: 2 } },
];

/** Usually a step that builds a field, sometimes any step. */
function choose(moves, kindOf) {
  const wanted = { play: 6, endTurn: 0.5, discard: 0.3, decline: 0.2 };
  const heaviest = moves.map((one) => {
    return { one, weight: Math.random() * (wanted[kindOf(one)] ?? 1.5) };
  });
  return heaviest.reduce((a, b) => (b.weight > a.weight ? b : a)).one;
}

/** The features of a position by which positions are selected. */
function marks({ view, moves }, kindsOf) {
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

await record(
  server,
  folder,
  { id: "allegeance", view: "AllegeanceView" },
  { tables: TABLES, marks, choose, games: Number(games), positions: Number(positions) },
);

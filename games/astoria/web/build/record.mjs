// Records positions of random games for the tests:
//   node build/record.mjs http://127.0.0.1:8080 tests [POSITIONS] [GAMES]
import { record } from "@gueridon/board/build/record.mjs";

const [server, folder, positions = "60", games = "24"] = process.argv.slice(2);

/** The tables to play at, one after the other. */
const TABLES = [
  { seats: 6, options: { grandAlchemist: true, roleAssignment: "CHOOSE" } },
  { seats: 2, options: {} },
  { seats: 5, options: { grandAlchemist: true } },
  { seats: 4, options: { flasksForAll: false, killedGuardGem: "OWNER" } },
  { seats: 6, options: { poolBeforeFight: "FIGHTS", forceFloor: 0 } },
  { seats: 3, options: { revealedTraitorHealsKing: true, tieBreak: "FLASK_THEN_POWER" } },
];

/** Usually a step that builds something up or is seldom possible, sometimes any step. */
function choose(moves, kindOf) {
  const wanted = {
    ...{ shape: 30, use: 6, tilt: 4, placeGuard: 20, killGuard: 60, stealArtefact: 60 },
    ...{ assault: 8, defend: 20, wound: 4, endTurn: 0.05, strike: 0.4, accuse: 0.4, destroy: 0.4 },
    ...{ weaken: 3, tribute: 3 },
  };
  const heaviest = moves.map((one) => {
    return { one, weight: Math.random() * (wanted[kindOf(one)] ?? 1.5) };
  });
  return heaviest.reduce((a, b) => (b.weight > a.weight ? b : a)).one;
}

/** The features of a position by which positions are selected. */
function marks({ view, moves }, kindsOf) {
  return [
    `${view.mages.length} seats`,
    `${view.question} ${moves.length > 0 ? "asked" : "watched"}`,
    `${view.question} ${view.mages.length}`,
    ...kindsOf(moves),
    ...kindsOf(moves).map((kind) => `${kind} ${view.question}`),
    ...Object.entries(view.options).map(([name, value]) => `${name} ${value}`),
    ...(view.isTraitorFound ? ["traitor"] : []),
    ...(view.chiefs.length > 0 ? ["chiefs"] : []),
    ...(view.lookedAt.length > 0 ? ["looked at"] : []),
    ...(view.receiver === null ? [] : ["receiver"]),
    ...(view.guardOf === null ? [] : ["guard"]),
    ...(view.defenders.length > 0 ? ["defenders"] : []),
    ...(view.undealt ? ["all"] : []),
    ...(view.ending ? [`ended ${view.ending.cause}`] : []),
    ...view.mages.flatMap((mage) => [
      ...(mage.isExiled ? ["exiled"] : []),
      ...(mage.isRevealed ? ["revealed"] : []),
      ...(mage.hasFlask ? [] : ["no flask"]),
      ...(mage.guards > 0 ? ["guards"] : []),
      ...mage.cleared.map((faction) => `cleared ${faction}`),
    ]),
  ];
}

await record(
  server,
  folder,
  { id: "astoria", view: "AstoriaView" },
  { tables: TABLES, marks, choose, games: Number(games), positions: Number(positions) },
);

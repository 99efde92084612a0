// Records positions of random games for the tests:
//   node build/record.mjs http://127.0.0.1:8080 tests [POSITIONS] [GAMES]
import { record } from "@gueridon/board/build/record.mjs";

const [server, folder, positions = "60", games = "24"] = process.argv.slice(2);

/** The tables to play at, one after the other. */
const TABLES = [2, 3, 4].flatMap((seats) =>
  [true, false].map((kraken) => ({ seats, options: { kraken } })),
);

/** Usually a step that brings the end of the game closer, sometimes any step. */
function choose(moves, kindOf) {
  const wanted = { recruit: 8, pay: 4, takeStack: 2, fight: 2, takeAlly: 2, buy: 2, plot: 0.3 };
  const heaviest = moves.map((one) => {
    return { one, weight: Math.random() * (wanted[kindOf(one)] ?? 1.5) };
  });
  return heaviest.reduce((a, b) => (b.weight > a.weight ? b : a)).one;
}

/** The features of a position by which positions are selected. */
function marks({ view, moves, seat }, kindsOf) {
  const own = view.players[seat] ?? {};
  const kraken = view.options.kraken;
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
    // Full tables, on which the least room is left.
    ...view.players.flatMap((player) =>
      player.lords.length > 5 ? [`${view.players.length} ${player.lords.length} lords`] : [],
    ),
    ...(view.locations.length > 3 ? [`${view.locations.length} locations`] : []),
    ...(own.handSize > 8 ? [`hand of ${Math.min(own.handSize, 13)}`] : []),
  ];
}

await record(
  server,
  folder,
  { id: "abyss", view: "AbyssView" },
  { tables: TABLES, marks, choose, games: Number(games), positions: Number(positions) },
);

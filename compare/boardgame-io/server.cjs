// A game of tricks on boardgame.io, in memory, on the loopback: `node server.cjs PORT`.
const { Origins, Server } = require("boardgame.io/server");

/** Each player has thirteen cards and plays one in turn; the highest wins the trick. */
const tricks = {
  name: "tricks",
  minPlayers: 2,
  maxPlayers: 4,
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle([...Array(13 * ctx.numPlayers).keys()]);
    const card = (id) => ({
      id,
      suit: "CDHS"[id % 4],
      rank: 2 + Math.floor(id / 4),
    });
    const seats = [...Array(ctx.numPlayers).keys()];
    return {
      hands: seats.map((seat) => deck.slice(seat * 13, seat * 13 + 13).map(card)),
      trick: [],
      won: seats.map(() => 0),
    };
  },
  // Others see how many cards a hand has.
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, ctx, playerID }, index) => {
      const hand = G.hands[playerID];
      if (!(index in hand)) return "INVALID_MOVE";
      G.trick.push({ seat: Number(playerID), card: hand.splice(index, 1)[0] });
      if (G.trick.length < ctx.numPlayers) return undefined;
      const best = G.trick.reduce((one, two) => (two.card.rank > one.card.rank ? two : one));
      G.won[best.seat] += 1;
      G.trick = [];
      return undefined;
    },
  },
  endIf: ({ G }) => (G.hands.every((hand) => hand.length === 0) ? { won: G.won } : undefined),
};

const server = Server({ games: [tricks], origins: [Origins.LOCALHOST] });
const { listen } = server.app;
server.app.listen = function listenOnLoopback(port, done) {
  return listen.call(this, port, "127.0.0.1", done);
};
server.run(Number(process.argv[2]), () => console.log("READY"));

// A view of a game from Mercurius, with its just-in-time compiler, on the loopback:
// `node server.mjs PORT`. What it answers is made up from a counter and costs it nothing.
import Fastify from "fastify";
import mercurius from "mercurius";

const schema = `
  type Card { id: Int! suit: String! rank: Int! }
  type Seat { id: Int! name: String! won: Int! handSize: Int! }
  type Match {
    id: ID! version: Int! phase: String! current: Int!
    seats: [Seat!]! hand: [Card!]! trick: [Card!]!
  }
  type Query { hello: String! match(id: ID!): Match! }
`;

let version = 0;
const card = (id) => ({ id, suit: "CDHS"[id % 4], rank: 2 + Math.floor(id / 4) });
const seat = (id) => ({ id, name: `Player ${id}`, won: version % 7, handSize: 13 });

function match(_, { id }) {
  version += 1;
  return {
    id,
    version,
    phase: "play",
    current: version % 4,
    seats: [0, 1, 2, 3].map(seat),
    hand: [...Array(13).keys()].map(card),
    trick: [card(9)],
  };
}

const app = Fastify();
app.register(mercurius, {
  schema,
  jit: 1,
  resolvers: { Query: { hello: () => "world", match } },
});
await app.listen({ port: Number(process.argv[2]), host: "127.0.0.1" });
console.log("READY");

// A game of tricks on Colyseus, in memory, on the loopback: `node server.cjs PORT`. Each client is
// sent a small binary patch of what it may see, at once after each move.
const {
  ArraySchema,
  MapSchema,
  Schema,
  StateView,
  defineTypes,
  view,
} = require("@colyseus/schema");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { Room, Server } = require("colyseus");

class Card extends Schema {
  constructor(id) {
    super();
    Object.assign(this, {
      id,
      suit: "CDHS"[id % 4],
      rank: 2 + Math.floor(id / 4),
    });
  }
}
defineTypes(Card, { id: "uint8", suit: "string", rank: "uint8" });

class Player extends Schema {
  constructor(seat) {
    super();
    Object.assign(this, { seat, won: 0, handSize: 0, hand: new ArraySchema() });
  }
}
defineTypes(Player, {
  seat: "uint8",
  won: "uint16",
  handSize: "uint8",
  hand: [Card],
});
view()(Player.prototype, "hand");

class Table extends Schema {
  constructor() {
    super();
    const begun = { turn: 0, version: 0, over: false };
    Object.assign(this, {
      players: new MapSchema(),
      trick: new ArraySchema(),
      ...begun,
    });
  }
}
defineTypes(Table, {
  players: { map: Player },
  trick: [Card],
  turn: "uint8",
  version: "uint32",
  over: "boolean",
});

/** Each player has thirteen cards and plays one in turn. */
class Tricks extends Room {
  onCreate({ players }) {
    this.maxClients = players;
    // Patches are sent after each move, not by the clock.
    this.patchRate = null;
    this.state = new Table();
    this.onMessage("play", (client, index) => {
      const { state } = this;
      const player = state.players.get(client.sessionId);
      if (state.over || player?.seat !== state.turn || !(index < player.hand.length)) return;
      const card = player.hand[index];
      player.hand.splice(index, 1);
      player.handSize = player.hand.length;
      state.trick.push(new Card(card.id));
      if (state.trick.length === this.maxClients) {
        player.won += 1;
        state.trick.clear();
      }
      state.turn = (state.turn + 1) % this.maxClients;
      state.version += 1;
      state.over = [...state.players.values()].every(({ hand }) => hand.length === 0);
      this.broadcastPatch();
    });
  }

  onJoin(client) {
    const player = new Player(this.state.players.size);
    this.state.players.set(client.sessionId, player);
    client.view = new StateView();
    for (let number = 0; number < 13; number += 1) {
      player.hand.push(new Card((player.seat * 13 + number) % 52));
    }
    player.handSize = 13;
    for (const shown of [player, player.hand, ...player.hand]) client.view.add(shown);
    if (this.state.players.size === this.maxClients) this.state.version = 1;
    this.broadcastPatch();
  }
}

const server = new Server({
  transport: new WebSocketTransport(),
  greet: false,
});
server.define("tricks", Tricks);
server.listen(Number(process.argv[2]), "127.0.0.1").then(() => console.log("READY"));

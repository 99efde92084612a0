// Plays at many tables of Colyseus: `node client.cjs PORT SERVER_PID TABLES`. The next move of a
// table is made as soon as all its players have been told the one before.
const { Client } = require("@colyseus/sdk");

const [port, pid, tables] = process.argv.slice(2).map(Number);
const PLAYERS = 2;
const client = new Client(`ws://127.0.0.1:${port}`);

/** Plays one game to its end. */
async function play(measured) {
  const first = await client.create("tricks", { players: PLAYERS });
  const rooms = [first];
  while (rooms.length < PLAYERS) rooms.push(await client.joinById(first.roomId));
  let [sent, told] = [0, 0];
  await new Promise((over) => {
    const goOn = () => {
      const version = first.state?.version ?? 0;
      if (version <= told || rooms.some((room) => room.state?.version !== version)) return;
      told = version;
      if (sent) measured.note(performance.now() - sent);
      const { turn, over: isOver } = first.state;
      if (isOver) return over();
      const room = rooms[turn];
      const { handSize } = room.state.players.get(room.sessionId);
      sent = performance.now();
      room.send("play", Math.floor(Math.random() * handSize));
    };
    for (const room of rooms) room.onStateChange(goOn);
    goOn();
  });
  await Promise.all(rooms.map((room) => room.leave()));
}

async function main() {
  const { Measurement } = await import("../measure.mjs");
  const measured = new Measurement();
  for (let number = 0; number < tables; number += 1) {
    void (async () => {
      for (;;) await play(measured);
    })();
  }
  await measured.run(pid, `${tables} ${tables === 1 ? "table" : "tables"} of two`);
  process.exit(0);
}

void main();

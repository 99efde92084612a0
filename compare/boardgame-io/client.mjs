// Plays at many tables of boardgame.io: `node client.mjs PORT SERVER_PID TABLES`. The next move of a
// table is made as soon as all its players have been told the one before.
import { io } from "socket.io-client";
import { Measurement } from "../measure.mjs";

const [port, pid, tables] = process.argv.slice(2).map(Number);
const PLAYERS = 2;
const base = `http://127.0.0.1:${port}`;
const measured = new Measurement();

async function post(path, body) {
  const headers = { "content-type": "application/json" };
  return (
    await fetch(base + path, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    })
  ).json();
}

/** Plays one game to its end. */
async function play() {
  const { matchID } = await post("/games/tricks/create", {
    numPlayers: PLAYERS,
  });
  const seats = [];
  for (let seat = 0; seat < PLAYERS; seat += 1) {
    const joined = { playerID: String(seat), playerName: `Player ${seat}` };
    const { playerCredentials } = await post(`/games/tricks/${matchID}/join`, joined);
    const socket = io(`${base}/tricks`, {
      transports: ["websocket"],
      forceNew: true,
    });
    seats.push({ socket, credentials: playerCredentials, state: null });
  }
  let sent = 0;
  await new Promise((over) => {
    const goOn = () => {
      const [first] = seats;
      if (seats.some(({ state }) => state?._stateID !== first.state?._stateID || !state)) return;
      if (sent) measured.note(performance.now() - sent);
      if (first.state.ctx.gameover !== undefined) return over();
      const mover = Number(first.state.ctx.currentPlayer);
      const { socket, state, credentials } = seats[mover];
      const index = Math.floor(Math.random() * state.G.hands[mover].length);
      const payload = {
        type: "play",
        args: [index],
        playerID: String(mover),
        credentials,
      };
      sent = performance.now();
      const move = { type: "MAKE_MOVE", payload };
      socket.emit("update", move, state._stateID, matchID, String(mover));
    };
    for (const [number, seat] of seats.entries()) {
      const heard = (state) => {
        seat.state = state;
        goOn();
      };
      seat.socket.on("sync", (_, { state }) => heard(state));
      seat.socket.on("update", (_, state) => heard(state));
      seat.socket.on("connect", () => {
        seat.socket.emit("sync", matchID, String(number), seat.credentials, PLAYERS);
      });
    }
  });
  for (const { socket } of seats) socket.close();
}

for (let number = 0; number < tables; number += 1) {
  void (async () => {
    for (;;) await play();
  })();
}
await measured.run(pid, `${tables} ${tables === 1 ? "table" : "tables"} of two`);
process.exit(0);

//! The closed loop at the bare endpoint: the same messages over the same sockets, each move on the disk
//! before both players are told, and nothing that knows a game.

use std::net::SocketAddr;
use std::slice::from_ref;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::client::Socket;
use crate::closed_loop::{self, Steps};
use crate::documents::PLAY;
use crate::extent::Extent;
use crate::pair::Pair;
use crate::process::Server;
use crate::report::{Measured, percentiles};
use crate::table::{Manner, PLAYING, Table};

/// Of so many updates of a game the longest is sent.
const UPDATES: usize = 40;

/// How many messages who plays is sent: the update, the answer, and that there will be no other.
const ANSWERS: usize = 3;

/// Plays at so many tables of two at a time.
pub(crate) async fn run(tables: u64, extent: Extent) -> Measured {
    let update = long_update().await;
    let server = Server::bare();
    let mut ready = Vec::new();
    for table in 0..tables {
        ready.push(BarePair::sit(server.address, table, &update).await);
    }
    let pairs = ready.len();
    let Steps { mut took, used, .. } = closed_loop::play(from_ref(&server), ready, extent).await;
    Measured {
        what: format!("{}, {} bytes each", closed_loop::what(pairs), update.to_string().len()),
        done: took.len(),
        used,
        latency: Some(percentiles(&mut took)),
    }
}

/// The longest of what a player is sent at the beginning of a game.
async fn long_update() -> Json {
    let server = Server::gueridon();
    let dice = ChaCha8Rng::seed_from_u64(1);
    let manner = Manner::unheard().endless();
    let mut table = Table::begin([server.address; 2], dice, manner).await;
    let mut listener = table.listener().await;
    let mut longest = listener.next().await;
    for _ in 0..UPDATES {
        table.step().await;
        let update = listener.next().await;
        if update.len() > longest.len() {
            longest = update;
        }
    }
    serde_json::from_str(&longest).unwrap()
}

/// Two who send moves in turn to the bare endpoint.
struct BarePair {
    sockets: [Socket; 2],
    play: Json,
    moves: usize,
}

impl BarePair {
    async fn sit(address: SocketAddr, table: u64, update: &Json) -> Self {
        let mut sockets = [
            Socket::open(address, &format!("/table/{table}/0")).await,
            Socket::open(address, &format!("/table/{table}/1")).await,
        ];
        for socket in &mut sockets {
            socket.say(update).await;
        }
        let variables = json!({
            "table": "0196f6f0-0000-7000-8000-000000000000", "since": 100, "key": "100",
            "steps": [{ "abyss": { "plotAtTheCourt": true } }],
        });
        let payload = json!({ "query": PLAY, "variables": variables });
        let play = json!({ "id": PLAYING, "type": "subscribe", "payload": payload });
        Self { sockets, play, moves: 0 }
    }
}

impl Pair for BarePair {
    async fn step(&mut self) -> Duration {
        let [ada, bo] = &mut self.sockets;
        let (mover, other) = if self.moves.is_multiple_of(2) { (ada, bo) } else { (bo, ada) };
        self.moves += 1;
        let sent = Instant::now();
        mover.say(&self.play).await;
        let answered = async {
            for _ in 0..ANSWERS {
                mover.next().await;
            }
        };
        let heard = async {
            other.next().await;
            Instant::now()
        };
        let ((), heard) = tokio::join!(answered, heard);
        heard.duration_since(sent)
    }

    /// They play for ever.
    async fn go_on(&mut self) {}
}

//! The closed loop at the bare endpoint: the same messages over the same sockets, each move on the disk
//! before both players are told, and nothing that knows a game. What a server could do at most.

use std::net::SocketAddr;
use std::slice::from_ref;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::client::Socket;
use crate::documents::PLAY;
use crate::extent::Extent;
use crate::process::Server;
use crate::report::{Measured, Work, percentiles};
use crate::table::{Manner, Table};

/// After so many steps an update is like most of a game.
const STEPS: usize = 20;

/// Plays at so many tables of two at a time.
pub(crate) async fn run(tables: u64, extent: Extent) -> Measured {
    let update = an_update().await;
    let server = Server::bare();
    let from = Instant::now() + extent.warm_up;
    let mut playing = tokio::task::JoinSet::new();
    for table in 0..tables {
        let players = [
            sit(server.address, table, 0, &update).await,
            sit(server.address, table, 1, &update).await,
        ];
        playing.spawn(play(players, from, extent.long));
    }
    tokio::time::sleep_until(from.into()).await;
    let work = Work::begin(from_ref(&server));
    tokio::time::sleep_until((from + extent.long).into()).await;
    let used = work.end(from_ref(&server));
    let mut took = playing.join_all().await.concat();
    Measured {
        what: format!("the same at a bare endpoint, {} bytes each", update.to_string().len()),
        done: took.len(),
        used,
        latency: Some(percentiles(&mut took)),
    }
}

/// What a player is sent after a step, in the middle of a game.
async fn an_update() -> Json {
    let server = Server::gueridon();
    let dice = ChaCha8Rng::seed_from_u64(1);
    let mut table = Table::begin([server.address; 2], dice, Manner::unheard()).await;
    let mut listener = table.listener().await;
    let mut update = listener.next().await;
    for _ in 0..STEPS {
        table.step().await;
        update = listener.next().await;
    }
    serde_json::from_str(&update).unwrap()
}

async fn sit(address: SocketAddr, table: u64, seat: usize, update: &Json) -> Socket {
    let mut socket = Socket::open(address, &format!("/table/{table}/{seat}")).await;
    socket.say(update).await;
    socket
}

/// Plays in turn until the time is over; returns how long each move took until both had received it.
async fn play(mut players: [Socket; 2], from: Instant, long: Duration) -> Vec<Duration> {
    let variables = json!({
        "table": "0196f6f0-0000-7000-8000-000000000000", "since": 100, "key": "100",
        "steps": [{ "abyss": { "plotAtTheCourt": true } }],
    });
    let payload = json!({ "query": PLAY, "variables": variables });
    let play = json!({ "id": "play", "type": "subscribe", "payload": payload });
    let mut times = Vec::new();
    for turn in 0.. {
        let began = Instant::now();
        let [ada, bo] = &mut players;
        let (mover, other) = if turn % 2 == 0 { (ada, bo) } else { (bo, ada) };
        mover.say(&play).await;
        let answered = async {
            for _ in 0..3 {
                mover.next().await;
            }
        };
        tokio::join!(answered, other.next());
        let ended = Instant::now();
        if ended >= from + long {
            break;
        }
        if ended >= from {
            times.push(ended - began);
        }
    }
    times
}

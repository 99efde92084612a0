//! The closed loop: of every pair one player plays, and the next step waits until both have received it.

use std::net::SocketAddr;
use std::slice::from_ref;
use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::extent::Extent;
use crate::pair::Pair;
use crate::process::Server;
use crate::report::{Measured, Used, Work, percentiles};
use crate::table::{Manner, Table};

/// How many tables are set up at a time.
const SET_UP: usize = 16;

/// What was measured of many steps.
pub(crate) struct Steps {
    /// Of each, how long it took until both players had received it.
    pub(crate) took: Vec<Duration>,
    /// Of each, how long it took until the player who did not make it had received it.
    pub(crate) heard: Vec<Duration>,
    pub(crate) used: Used,
}

/// Plays at so many tables of two at a time.
pub(crate) async fn run(tables: u64, manner: Manner, extent: Extent) -> Measured {
    let server = Server::of(manner.game());
    let ready = begin(tables, |_| [server.address; 2], &manner).await;
    measured(&server, ready, extent).await
}

/// Plays at these tables of one server.
pub(crate) async fn measured(server: &Server, ready: Vec<impl Pair>, extent: Extent) -> Measured {
    let tables = ready.len();
    let mut steps = play(from_ref(server), ready, extent).await;
    Measured {
        what: what(tables),
        done: steps.took.len(),
        used: steps.used,
        latency: Some(percentiles(&mut steps.took)),
    }
}

/// So many tables, in words.
pub(crate) fn what(tables: usize) -> String {
    format!("{tables} {} of two", if tables == 1 { "table" } else { "tables" })
}

/// Seats players at so many tables, each with its players at these addresses.
pub(crate) async fn begin(
    tables: u64,
    addresses: impl Fn(u64) -> [SocketAddr; 2],
    manner: &Manner,
) -> Vec<Table> {
    let table = |number| {
        let dice = ChaCha8Rng::seed_from_u64(number);
        Table::begin(addresses(number), dice, manner.clone())
    };
    stream::iter((0..tables).map(table)).buffered(SET_UP).collect().await
}

/// Plays at these tables while the time of the servers is measured.
pub(crate) async fn play(servers: &[Server], ready: Vec<impl Pair>, extent: Extent) -> Steps {
    let mut playing = tokio::task::JoinSet::new();
    let (open, opened) = tokio::sync::watch::channel(None::<Instant>);
    for pair in ready {
        playing.spawn(play_at(pair, opened.clone(), extent.long));
    }
    let from = Instant::now() + extent.warm_up;
    open.send_replace(Some(from));
    tokio::time::sleep_until(from.into()).await;
    let work = Work::begin(servers);
    tokio::time::sleep_until((from + extent.long).into()).await;
    let used = work.end(servers);
    let (took, heard) = playing.join_all().await.concat().into_iter().unzip();
    Steps { took, heard, used }
}

/// Plays until the time is over; returns how long each step took until both players had received
/// it, and until the other one had.
async fn play_at(
    mut pair: impl Pair,
    mut opened: tokio::sync::watch::Receiver<Option<Instant>>,
    long: Duration,
) -> Vec<(Duration, Duration)> {
    let from = opened.wait_for(Option::is_some).await.unwrap().unwrap();
    let until = from + long;
    let mut times = Vec::new();
    loop {
        let began = Instant::now();
        let heard = pair.step().await;
        let ended = Instant::now();
        if ended >= until {
            return times;
        }
        // Whatever ends meanwhile counts, as does the server's time: a step may take seconds.
        if ended >= from {
            times.push((ended - began, heard));
        }
        pair.go_on().await;
    }
}

//! The closed loop: at every table one player plays, and the next step waits until both have
//! received it.

use std::net::SocketAddr;
use std::slice::from_ref;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::extent::Extent;
use crate::process::Server;
use crate::report::{Measured, Used, Work, percentiles};
use crate::table::{Table, Transport};

/// What was measured of many steps.
pub(crate) struct Steps {
    /// Of each, how long it took until both players had received it.
    pub(crate) took: Vec<Duration>,
    /// Of each, how long it took until the player who did not make it had received it.
    pub(crate) heard: Vec<Duration>,
    pub(crate) used: Used,
}

/// Plays at so many tables of two at a time.
pub(crate) async fn run(tables: u64, transport: Transport, extent: Extent) -> Measured {
    let server = Server::gueridon();
    let steps = play(from_ref(&server), tables, |_| [server.address; 2], transport, extent);
    let mut steps = steps.await;
    Measured {
        what: what(tables),
        done: steps.took.len(),
        used: steps.used,
        latency: Some(percentiles(&mut steps.took)),
    }
}

/// So many tables, in words.
pub(crate) fn what(tables: u64) -> String {
    format!("{tables} {} of two", if tables == 1 { "table" } else { "tables" })
}

/// Plays at so many tables, each with its players at these addresses, while the time of the servers
/// is measured.
pub(crate) async fn play(
    servers: &[Server],
    tables: u64,
    addresses: impl Fn(u64) -> [SocketAddr; 2],
    transport: Transport,
    extent: Extent,
) -> Steps {
    let mut playing = tokio::task::JoinSet::new();
    let (open, opened) = tokio::sync::watch::channel(None::<Instant>);
    let mut ready = Vec::new();
    for number in 0..tables {
        let dice = ChaCha8Rng::seed_from_u64(number);
        ready.push(Table::begin(addresses(number), dice, Some(transport)).await);
    }
    for table in ready {
        playing.spawn(play_at(table, opened.clone(), extent.long));
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
    mut table: Table,
    mut opened: tokio::sync::watch::Receiver<Option<Instant>>,
    long: Duration,
) -> Vec<(Duration, Duration)> {
    let from = opened.wait_for(Option::is_some).await.unwrap().unwrap();
    let until = from + long;
    let mut times = Vec::new();
    loop {
        let began = Instant::now();
        let heard = table.step().await;
        if Instant::now() >= until {
            return times;
        }
        if began >= from {
            times.push((began.elapsed(), heard));
        }
        table.go_on().await;
    }
}

//! The closed loop: at every table one player plays, and the next step waits until both have
//! received it.

use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::extent::Extent;
use crate::process::Server;
use crate::report::{Measured, Work, percentiles};
use crate::table::Table;

/// Plays at so many tables of two at a time.
pub(crate) async fn run(tables: u64, extent: Extent) -> Measured {
    let server = Server::gueridon();
    let mut playing = tokio::task::JoinSet::new();
    let (open, opened) = tokio::sync::watch::channel(None::<Instant>);
    let mut ready = Vec::new();
    for number in 0..tables {
        let dice = ChaCha8Rng::seed_from_u64(number);
        ready.push(Table::begin(server.address, dice, true).await);
    }
    for table in ready {
        playing.spawn(play(table, opened.clone(), extent.long));
    }
    let from = Instant::now() + extent.warm_up;
    open.send_replace(Some(from));
    tokio::time::sleep_until(from.into()).await;
    let work = Work::begin(&server);
    tokio::time::sleep_until((from + extent.long).into()).await;
    let used = work.end(&server);
    let mut times = playing.join_all().await.concat();
    let what = format!("{tables} {} of two", if tables == 1 { "table" } else { "tables" });
    Measured { what, done: times.len(), used, latency: Some(percentiles(&mut times)) }
}

/// Plays until the time is over; returns how long each step took until both players had received
/// it.
async fn play(
    mut table: Table,
    mut opened: tokio::sync::watch::Receiver<Option<Instant>>,
    long: Duration,
) -> Vec<Duration> {
    let from = opened.wait_for(Option::is_some).await.unwrap().unwrap();
    let until = from + long;
    let mut times = Vec::new();
    loop {
        let began = Instant::now();
        table.step().await;
        if Instant::now() >= until {
            return times;
        }
        if began >= from {
            times.push(began.elapsed());
        }
        table.go_on().await;
    }
}
